"""Wiring only: settings, addresses, the web and queue processes, the embedded servers."""
