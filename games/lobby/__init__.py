"""The lobby and its waiting rooms."""
