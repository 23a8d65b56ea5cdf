"""What people in tests log in with; apart from what makes them, for browsers are led from outside of Django."""

PASSWORD = "correct-horse-battery"
