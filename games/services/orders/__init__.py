"""Standing orders: what a seat does by itself when its turn comes, as its owner has told the site in secret."""

from games.selectors.picking import pickup_of
from games.services.orders.deciding import Decision, order_decides, orders_stand
from games.services.orders.playing import order_play
from games.services.orders.writing import Order, OrderKind, orders_cancel, orders_set

__all__ = [
    "Decision",
    "Order",
    "OrderKind",
    "order_decides",
    "order_play",
    "orders_cancel",
    "orders_set",
    "orders_stand",
    "pickup_of",
]
