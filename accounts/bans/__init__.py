"""Bans of networks and of email domains, which administrators set in the admin."""
