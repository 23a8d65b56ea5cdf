"""Simulations without people: whole games, a month of the site, demo games and screenshots."""
