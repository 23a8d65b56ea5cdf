"""Taking turns back, by players and moderators."""
