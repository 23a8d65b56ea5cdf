"""A site of years: any number of games with all that belongs to them, loaded by COPY."""
