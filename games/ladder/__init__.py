"""Bots side by side: the page of all bots, and the rated games that the site begins among them."""
