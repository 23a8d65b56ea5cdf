"""A finished game told in four lines, from its record alone."""
