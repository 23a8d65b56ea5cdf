"""Addresses of bots from outside."""

from django.urls import path

from games.outside_bots.views import settings

urlpatterns = [path("settings/bot/", settings.bot_settings, name="bot_settings")]
