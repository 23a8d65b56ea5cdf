"""A game's page for one viewer, in a fixed number of queries."""

from games.table.choices import Choices
from games.table.page import table_view
from games.table.players import Player
from games.table.view_model import (
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
    "table_view",
]
