"""The position of the day: a turn of a finished hand at which the strongest bot is sure, for everyone to choose."""
