"""Bots from outside: accounts that programs of other people play for."""
