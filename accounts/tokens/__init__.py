"""Tokens of programs: made and revoked by a person, found by their text, ended with the logins."""
