"""Catalan dates."""
