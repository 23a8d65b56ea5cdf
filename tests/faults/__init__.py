"""Strike a running site with one fault after the other while programs play; count what was lost, doubled or hung."""
