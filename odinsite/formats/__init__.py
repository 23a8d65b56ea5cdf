"""How dates are written, a folder for each language that Django does not write as we want it."""
