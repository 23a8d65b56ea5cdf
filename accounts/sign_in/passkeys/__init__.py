"""Passkeys: a way to log in without a password.

They are allauth's WebAuthn keys. A passkey checks who holds it, so that it needs no second step; it makes no other
login need one (SecondFactorAdapter.is_mfa_enabled).
"""
