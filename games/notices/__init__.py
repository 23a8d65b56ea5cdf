"""Notices and the ways they go."""
