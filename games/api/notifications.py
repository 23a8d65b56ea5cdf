"""Turns that wait for a person, and news of their games."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Final

from django.http import HttpRequest
from ninja import Field, Query, Router, Schema

from games.api.auth import READ, caller
from games.api.schemas import errors
from games.events import deadline_at, utc_text
from games.lobby.selectors import waiting_seats
from games.models import Notice
from games.notices.sent import NEWS_PAGE, news_to

router: Final = Router(tags=["account"], exclude_unset=True)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


class WaitingTurn(Schema):
    """A turn that others or a clock wait for."""

    game: str
    version: int
    deadline_at: str | None


class NewsItem(Schema):
    """Something that happened. `game`: null if it is about none, or about one that this account may no longer see."""

    kind: str = Field(description="Such as started, over, invitation, joined, pause, timeout, mention.")
    game: str | None
    at: str


class Notifications(Schema):
    waiting: list[WaitingTurn] = Field(description="Most urgent first, on each page.")
    news: list[NewsItem] = Field(description="Of the last 90 days, newest first.")
    next: str | None = Field(description="The cursor of the next page of news; null at the end.")


# Microseconds since 1970 and the row.
NewsCursor = Annotated[
    str, Query(pattern=r"^(?:[0-9]{16}\.[0-9]{1,18})?$", description="The cursor from the page before.")
]


@router.get(
    "notifications", response={200: Notifications, **errors(422)}, auth=READ, summary="See what waits and what is new"
)
def list_notifications(request: HttpRequest, after: NewsCursor = "") -> object:
    """The turns that wait, and the news that the account's settings want by any channel, 50 a page."""
    user = caller(request)
    found = news_to(user, _place(after) if after else None)
    shown = found[:NEWS_PAGE]
    waiting = [seat.game for seat in waiting_seats(user).select_related("game__deadline")]
    return {
        "waiting": [
            {"game": game.public_id, "version": game.version, "deadline_at": deadline_at(game)} for game in waiting
        ],
        "news": [_news_item(row) for row in shown],
        "next": _cursor(shown[-1]) if len(found) > NEWS_PAGE else None,
    }


def _news_item(row: Notice) -> dict[str, object]:
    visible = row.game is not None and getattr(row, "visible", False)
    game = row.of_game.public_id if visible else None
    return {"kind": row.kind, "game": game, "at": utc_text(row.created_at)}


def _cursor(row: Notice) -> str:
    return f"{(row.created_at - _EPOCH) // _MICROSECOND:016}.{row.pk}"


def _place(cursor: str) -> tuple[datetime, int]:
    at, _dot, pk = cursor.partition(".")
    return _EPOCH + int(at) * _MICROSECOND, int(pk)
