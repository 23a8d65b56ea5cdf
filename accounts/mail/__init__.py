"""Mails about accounts, and what mail servers say of them."""
