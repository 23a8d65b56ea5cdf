"""Template filters of lobby.bot_words."""

from __future__ import annotations

from django import template

from games.lobby import bot_words

register = template.Library()

register.filter("bot_tag", bot_words.bot_tag)
register.filter("bot_way", bot_words.bot_way)
