"""Addresses of the rules, the tutorial and practice."""

from django.urls import path

from games.learning.views import learn, rules

urlpatterns = [
    path("rules/", rules.rules, name="rules"),
    path("learn/", learn.index, name="learn"),
    path("learn/game/", learn.game, name="learn_game"),
    path("learn/<slug:slug>/", learn.position, name="learn_position"),
]
