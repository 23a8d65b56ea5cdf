"""Signing up and in: forms, addresses, devices, second factor, networks."""
