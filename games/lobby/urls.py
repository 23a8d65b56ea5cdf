"""Addresses of the lobby and the waiting room."""

from django.urls import path

from games.lobby.views import lobby, room

urlpatterns = [
    path("games/", lobby.open_games, name="open"),
    path("games/new/", lobby.create, name="create"),
    path("games/play-now/", lobby.play_now, name="play_now"),
    path("games/queue/", lobby.queue, name="queue"),
    path("games/queue/leave/", lobby.queue_leave, name="queue_leave"),
    path("games/waiting/", lobby.waiting, name="waiting"),
    path("i/<id:token>/", room.invited, name="invited"),
    path("i/<id:token>/guest/", room.join_as_guest, name="join_as_guest"),
    path("g/<id:public_id>/join/", room.join, name="join"),
    path("g/<id:public_id>/leave/", room.leave, name="leave"),
    path("g/<id:public_id>/contribute/", room.contribute, name="contribute"),
    path("g/<id:public_id>/start/", room.start, name="start"),
    path("g/<id:public_id>/remove/", room.remove, name="remove"),
    path("g/<id:public_id>/invite/", room.invite, name="invite"),
    path("g/<id:public_id>/decline/", room.decline, name="decline"),
]
