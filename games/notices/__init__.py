"""Sending notices by mail, push and webhook."""
