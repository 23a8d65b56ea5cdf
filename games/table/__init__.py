"""A game's page for one viewer, in a fixed number of queries."""

from games.table.choices import Choices
from games.table.page import table_view
from games.table.planned.view import Orders
from games.table.players import Player
from games.table.view_model import (
    CardOpening,
    Entry,
    GameEnd,
    HandResult,
    LogStep,
    Missed,
    Round,
    SeatView,
    SetView,
    TableView,
)

__all__ = [
    "CardOpening",
    "Choices",
    "Entry",
    "GameEnd",
    "HandResult",
    "LogStep",
    "Missed",
    "Orders",
    "Player",
    "Round",
    "SeatView",
    "SetView",
    "TableView",
    "table_view",
]
