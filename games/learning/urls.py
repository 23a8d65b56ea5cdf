"""Addresses of the rules, the tutorial and practice."""

from django.urls import path

from games.learning.views import first_turn, learn, rules

urlpatterns = [
    path("rules/", rules.rules, name="rules"),
    path("learn/", learn.index, name="learn"),
    path("learn/game/", learn.game, name="learn_game"),
    path("learn/first-turn/", first_turn.try_turn, name="learn_first_turn"),
    path("learn/<slug:slug>/", learn.position, name="learn_position"),
]
