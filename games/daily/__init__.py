"""The same hand for everyone: each person plays it once, alone against bots, and compares the result."""
