"""Emails about accounts, and bounces."""
