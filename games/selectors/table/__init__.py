"""A game's page as one viewer may see it, whatever the game's length in a fixed number of queries."""

from games.selectors.table.build import table_of
from games.selectors.table.choices import Choices
from games.selectors.table.missed import Missed, Step
from games.selectors.table.shapes import (
    Ending,
    Entry,
    HandResult,
    Opening,
    Orders,
    Player,
    Round,
    SeatView,
    SetView,
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
