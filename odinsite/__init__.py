"""Wiring only: settings, URLs, the web and queue processes, the embedded servers."""
