"""Kill each process and server of a running site while programs play; count lost and doubled turns, hung games and
halts."""
