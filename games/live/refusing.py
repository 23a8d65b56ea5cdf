"""Refuses unknown addresses."""

from asgiref.typing import WebSocketConnectEvent, WebSocketDisconnectEvent
from channels.consumer import AsyncConsumer
from channels.exceptions import StopConsumer


class RefusingSocket(AsyncConsumer):
    """Closes the connection. Otherwise the router would log an error for each mistyped address."""

    async def websocket_connect(self, message: WebSocketConnectEvent) -> None:
        await self.base_send({"type": "websocket.close"})

    async def websocket_disconnect(self, message: WebSocketDisconnectEvent) -> None:
        raise StopConsumer
