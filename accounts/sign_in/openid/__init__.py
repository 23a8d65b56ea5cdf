"""Logs in with the operator's OpenID Connect provider (settings.OIDC). Stores a hash of the provider's subject, no
tokens.
"""
