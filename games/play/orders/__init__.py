"""What players planned for their next turns, which is secret, and what it decides."""
