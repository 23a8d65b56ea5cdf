"""Tells operators of errors, by email and to Sentry, and of health, by a webhook and by email (docker/watch.md)."""
