"""The viewer's planned turns at the table."""
