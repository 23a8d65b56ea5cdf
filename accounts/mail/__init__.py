"""Mails about accounts, and bounces."""
