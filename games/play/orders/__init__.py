"""Standing orders: secret instructions for a seat's next turns."""

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
