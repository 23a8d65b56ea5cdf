"""Addresses of web sockets."""

from django.urls import path, re_path

from games.live import GameSocket, PageSocket, PersonSocket, RefusingSocket

websocket_urlpatterns = [
    re_path(r"^ws/games/(?P<public_id>[A-Za-z0-9_-]{1,64})/$", GameSocket.as_asgi()),
    re_path(r"^ws/games/(?P<public_id>[A-Za-z0-9_-]{1,64})/page/$", PageSocket.as_asgi()),
    path("ws/me/", PersonSocket.as_asgi()),
    re_path(r"", RefusingSocket.as_asgi()),
]
