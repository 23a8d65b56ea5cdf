"""Wiring: settings, addresses, processes, embedded servers."""
