"""Encryption of stored secrets (seeds, addresses) with the site's Fernet keys."""

from accounts.sealing import Unreadable, seal, unseal

__all__ = ["Unreadable", "seal", "unseal"]
