"""Formats of dates for languages where Django's differ from ours."""
