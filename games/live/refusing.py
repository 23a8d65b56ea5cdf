"""Refuses handshakes with 403, such as those of unknown addresses and of other sites' pages."""

from asgiref.typing import WebSocketConnectEvent, WebSocketDisconnectEvent
from channels.consumer import AsyncConsumer
from channels.exceptions import StopConsumer

from accounts.metrics.counted import SOCKETS_CLOSED


class RefusingSocket(AsyncConsumer):
    """Closes the connection. Without it the router would log an error for each mistyped address."""

    async def websocket_connect(self, message: WebSocketConnectEvent) -> None:
        SOCKETS_CLOSED.add("403")
        await self.base_send({"type": "websocket.close"})

    async def websocket_disconnect(self, message: WebSocketDisconnectEvent) -> None:
        raise StopConsumer
