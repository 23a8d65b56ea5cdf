"""Addresses of a player's friends and settings for games."""

from django.urls import path

from games.people.views import avatar, export, friends, table

urlpatterns = [
    path("friends/", friends.friends, name="friends"),
    path("friends/online/", friends.online, name="friends_online"),
    path("players/<handle:handle>/friend/", friends.friend, name="friend"),
    path("settings/avatar/", avatar.avatar, name="avatar"),
    path("settings/table/", table.table, name="table_settings"),
    path("settings/export/", export.export, name="export"),
]
