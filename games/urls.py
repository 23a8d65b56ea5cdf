"""Addresses of the games. `id` is a game's public id."""

from django.urls import path

from games.views import lobby, profile, room, rules, table

app_name = "games"

urlpatterns = [
    path("games/", lobby.open_games, name="open"),
    path("games/new/", lobby.create, name="create"),
    path("games/play-now/", lobby.play_now, name="play_now"),
    path("games/queue/", lobby.queue, name="queue"),
    path("games/queue/leave/", lobby.queue_leave, name="queue_leave"),
    path("i/<str:token>/", room.invited, name="invited"),
    path("players/<str:handle>/", profile.profile, name="profile"),
    path("rules/", rules.rules, name="rules"),
    path("g/<str:public_id>/", table.table, name="table"),
    path("g/<str:public_id>/part/", table.table_part, name="table_part"),
    path("g/<str:public_id>/turn/", table.turn, name="turn"),
    path("g/<str:public_id>/resign/", table.resign, name="resign"),
    path("g/<str:public_id>/rematch/", table.rematch, name="rematch"),
    path("g/<str:public_id>/sort/", table.sort, name="sort"),
    path("g/<str:public_id>/record.json", table.record, name="record"),
    path("g/<str:public_id>/join/", room.join, name="join"),
    path("g/<str:public_id>/leave/", room.leave, name="leave"),
    path("g/<str:public_id>/contribute/", room.contribute, name="contribute"),
    path("g/<str:public_id>/start/", room.start, name="start"),
    path("g/<str:public_id>/remove/", room.remove, name="remove"),
    path("g/<str:public_id>/invite/", room.invite, name="invite"),
    path("g/<str:public_id>/decline/", room.decline, name="decline"),
]
