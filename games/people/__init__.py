"""Preferences, blocks, friends and reliability of people."""
