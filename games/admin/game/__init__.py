"""Games, their seats, hands and turns, and staff's acts on them."""

from games.admin.game import hands, lists

__all__ = ["hands", "lists"]
