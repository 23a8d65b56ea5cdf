"""Signing up and logging in: forms, addresses, devices, two-factor login, networks."""
