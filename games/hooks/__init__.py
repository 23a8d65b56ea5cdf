"""Operators' hooks, which post what happens on the site (README.md)."""
