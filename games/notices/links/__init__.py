"""The links in mails: turns and unsubscribing."""
