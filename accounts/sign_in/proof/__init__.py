"""Proof that the account's owner is at the browser, requested before acts that a session alone must not allow.

The library asks for a password, a code of an app or a passkey. This room adds an emailed code and the provider, for
people who have no password, and asks them unless they have just logged in.
"""
