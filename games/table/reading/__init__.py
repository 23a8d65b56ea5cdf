"""The rows of a game's page, and the views built of them that a process keeps."""
