"""Accounts whose address is not confirmed yet: the browser that opened them, another address for them, and their end
after a day.
"""
