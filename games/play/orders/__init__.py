"""Planned turns: players' secret instructions for their next turns."""

from games.play.orders.decision import Decision, has_orders, order_decision
from games.play.orders.pickup_choice import ordered_pickup
from games.play.orders.standing_orders import Order, OrderKind, order_play, orders_cancel, orders_set

__all__ = [
    "Decision",
    "Order",
    "OrderKind",
    "has_orders",
    "order_decision",
    "order_play",
    "ordered_pickup",
    "orders_cancel",
    "orders_set",
]
