"""The pages of imported games."""
