"""The weekly duplicate: eight hands a week, the same for every account, in a person's own time, with a ranking."""
