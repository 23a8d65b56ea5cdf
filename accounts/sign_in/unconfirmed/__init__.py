"""Accounts whose address is not confirmed yet: who opened them, another address for them, and their end after a day."""
