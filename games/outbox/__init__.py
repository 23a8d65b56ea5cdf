"""Requests notices: rows written in the event's transaction."""
