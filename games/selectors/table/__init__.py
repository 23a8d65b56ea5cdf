"""A game's page as one viewer may see it, whatever the game's length in a fixed number of queries."""

from games.selectors.table.build import table_of
from games.selectors.table.choices import Choices
from games.selectors.table.players import Player
from games.selectors.table.shapes import (
    Ending,
    Entry,
    HandResult,
    Missed,
    Opening,
    Orders,
    Round,
    SeatView,
    SetView,
    Step,
    TableView,
)

__all__ = [
    "Choices",
    "Ending",
    "Entry",
    "HandResult",
    "Missed",
    "Opening",
    "Orders",
    "Player",
    "Round",
    "SeatView",
    "SetView",
    "Step",
    "TableView",
    "table_of",
]
