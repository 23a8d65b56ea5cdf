"""Proof that the account's owner is at the browser, asked for before acts that a session alone must not allow.

The library asks for a password, a code of an app or a passkey. This room adds a mailed code and the provider, for
people who have no password, and asks them unless they have just logged in.
"""
