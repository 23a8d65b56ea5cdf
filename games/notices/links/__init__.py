"""Links in emails: playing a turn, unsubscribing."""
