"""A game's page as one viewer may see it, whatever the game's length in a fixed number of queries."""

from games.selectors.table.build import table_of
from games.selectors.table.shapes import (
    Choices,
    Ending,
    Entry,
    HandResult,
    Opening,
    Orders,
    Player,
    Round,
    SeatView,
    SetView,
    Sort,
    TableView,
)

__all__ = [
    "Choices",
    "Ending",
    "Entry",
    "HandResult",
    "Opening",
    "Orders",
    "Player",
    "Round",
    "SeatView",
    "SetView",
    "Sort",
    "TableView",
    "table_of",
]
