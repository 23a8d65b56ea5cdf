"""Foundations of the admin: acts with reasons, roles, audit log."""
