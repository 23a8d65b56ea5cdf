"""Links in emails: to confirm or take back an address, and to log in."""
