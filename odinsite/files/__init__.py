"""Static files: who serves them, and what pages may load."""
