"""Standing orders: what a seat does by itself when its turn comes, as its owner has told the site in secret."""

from games.play.orders.decision import Decision, order_decides, orders_stand
from games.play.orders.pickup_choice import pickup_of
from games.play.orders.standing_orders import Order, OrderKind, order_play, orders_cancel, orders_set

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
