"""The same hand for several people: today's hand and challenges. Each person plays it once, alone against bots, and
compares the result.
"""
