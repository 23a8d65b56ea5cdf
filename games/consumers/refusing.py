"""Addresses without a socket behind them."""

from typing import Any

from channels.consumer import AsyncConsumer
from channels.exceptions import StopConsumer


class RefusingSocket(AsyncConsumer):
    """Refuses the handshake, where the router by itself would log an error for each mistyped address."""

    async def websocket_connect(self, message: Any) -> None:
        await self.base_send({"type": "websocket.close"})

    async def websocket_disconnect(self, message: Any) -> None:
        raise StopConsumer
