"""The test password, importable without Django for browsers."""

PASSWORD = "correct-horse-battery"
