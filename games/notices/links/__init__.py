"""Links in mails: playing a turn, unsubscribing."""
