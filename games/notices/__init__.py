"""Sends notifications by email, push and webhook."""
