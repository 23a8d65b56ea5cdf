"""A site of years: as many games as asked for, with all that belongs to them, loaded by COPY."""
