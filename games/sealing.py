"""Secrets at rest: seeds of deals and addresses of people are kept sealed with the site's Fernet keys."""

from accounts.sealing import Unreadable, seal, unseal

__all__ = ["Unreadable", "seal", "unseal"]
