"""Links that are sent to others: their previews in messengers and on other sites, QR codes, and ways to share them."""
