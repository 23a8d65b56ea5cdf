"""Addresses of web sockets, and of streams with the same messages."""

from django.urls import path, re_path

from games.live import GameSocket, PageSocket, PersonSocket, RefusingSocket

websocket_urlpatterns = [
    re_path(r"^ws/games/(?P<public_id>[A-Za-z0-9_-]{1,64})/$", GameSocket.as_asgi()),
    re_path(r"^ws/games/(?P<public_id>[A-Za-z0-9_-]{1,64})/page/$", PageSocket.as_asgi()),
    path("ws/me/", PersonSocket.as_asgi()),
    re_path(r"", RefusingSocket.as_asgi()),
]

# games/api/streams.py has the operations, which decide who may follow.
stream_urlpatterns = [
    re_path(r"^api/v1/games/(?P<public_id>[A-Za-z0-9_-]{1,64})/stream$", GameSocket.as_asgi()),
    path("api/v1/stream/me", PersonSocket.as_asgi()),
]
