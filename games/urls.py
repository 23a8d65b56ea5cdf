"""Addresses of the games, room by room, in one namespace."""

from django.urls import include, path

app_name = "games"

urlpatterns = [
    path("", include("games.lobby.urls")),
    path("", include("games.standing.urls")),
    path("", include("games.leagues.urls")),
    path("", include("games.table.urls")),
    path("", include("games.chat.urls")),
    path("", include("games.messages.urls")),
    path("", include("games.play.urls")),
    path("", include("games.history.urls")),
    path("", include("games.records.urls")),
    path("", include("games.ratings.urls")),
    path("", include("games.ladder.urls")),
    path("", include("games.learning.urls")),
    path("", include("games.daily.urls")),
    path("", include("games.positions.urls")),
    path("", include("games.weekly.urls")),
    path("", include("games.people.urls")),
    path("", include("games.outside_bots.urls")),
    path("", include("games.notices.urls")),
    path("", include("games.moderation.urls")),
    path("", include("games.previews.urls")),
]
