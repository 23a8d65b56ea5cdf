"""Logging in with the operator's OpenID Connect provider (settings.OIDC).

Of the provider's answer only a hash of who it is stays. No token does.
"""
