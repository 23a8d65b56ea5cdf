"""Links in mails: to confirm or bring back an address, and to log in."""
