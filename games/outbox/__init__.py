"""Requests notifications: writes rows in the event's transaction."""
