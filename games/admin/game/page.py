"""A game's page, each part only for staff who may see it."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from accounts.models import User
from games.admin.pages import list_address, sees
from games.models import ChatLine, Game, Notice, Peek, Report, Signal
from games.moderation.game_case import chat_lines, game_notices, game_peeks, game_reports, game_signals, staff_game


def game_page_context(request: HttpRequest, game: Game) -> dict[str, Any]:
    """The template's context: parts that the reader may not see are None, links ""."""
    user = cast(User, request.user)
    asked = request.GET.get("hand", "")
    case = staff_game(game.pk, hand=int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else None)
    whole = case.game
    addresses = user.has_perm("account.view_emailaddress")
    return {
        "case": case,
        "chat": chat_lines(whole) if sees(user, ChatLine) else None,
        "sent": game_notices(whole, addresses=addresses) if sees(user, Notice) else None,
        "addresses": addresses,
        "reports": game_reports(whole, user) if sees(user, Report) else None,
        "signals": game_signals(whole, user) if sees(user, Signal) else None,
        "peeks": game_peeks(whole) if sees(user, Peek) else None,
        "may_moderate": user.has_perm("games.moderate_game"),
        "lists": {
            name: list_address(user, model, f"q={whole.public_id}")
            for name, model in (("chat", ChatLine), ("sent", Notice), ("reports", Report))
        },
        "rows": {
            name: _row(model, user) for name, model in (("report", Report), ("line", ChatLine), ("signal", Signal))
        },
    }


def _row(model: type[Model], user: User) -> str:
    """The model's page, for the template's `url`."""
    meta = model._meta
    return (
        f"admin:{meta.app_label}_{meta.model_name}_change"
        if sees(user, model) and admin.site.is_registered(model)
        else ""
    )
