"""Registration of accounts: open, by invitation, by approval, or closed."""
