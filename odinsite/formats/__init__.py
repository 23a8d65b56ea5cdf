"""Dates where Django's formats differ from ours."""
