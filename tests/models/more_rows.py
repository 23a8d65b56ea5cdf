"""Rows of tables that a loaded site leaves empty: of those PostgreSQL reads whatever it likes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import combinations, permutations
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from accounts.models import ApiToken, User
from games.models import (
    Absence,
    Challenge,
    ChatLine,
    DailyChain,
    DailyHand,
    DuplicateRating,
    Friendship,
    Game,
    GameNote,
    Hand,
    HandPlay,
    League,
    LeagueGame,
    LeagueMember,
    LimitedAct,
    PersonMark,
    Position,
    PositionAnswer,
    Publication,
    PushSubscription,
    RatingChange,
    SharedHand,
    StandingChange,
    StandingGame,
    StandingInvitation,
    StandingMember,
    StandingTable,
    Webhook,
    WeeklyResult,
)
from games.weekly.calendar import WEEK, this_week
from tests.clients import session_of

EACH: Final = 5


def tables_fill() -> None:
    """Add some rows for each account."""
    at, games = timezone.now(), list(Game.objects.order_by("pk"))
    people = list(User.objects.order_by("pk"))
    PersonMark.objects.bulk_create(
        (PersonMark(user=one, other=other, kind="mute", created_at=at) for one, other in permutations(people, 2)),
        ignore_conflicts=True,
    )
    Friendship.objects.bulk_create(
        Friendship(asker=one, asked=other, asked_at=at) for one, other in combinations(people, 2)
    )
    ChatLine.all_lines.bulk_create(
        ChatLine(user=one, reader=other, text="Hi", created_at=at, read_at=at if number % EACH else None)
        for number, (one, other) in enumerate(EACH * list(permutations(people, 2)))
    )
    own = [(user, game, at - timedelta(days=number)) for user in people for number, game in enumerate(games[:EACH])]
    GameNote.objects.bulk_create(GameNote(user=user, game=game, text="Blue.", changed_at=at) for user, game, at in own)
    Absence.objects.bulk_create(Absence(user=user, first=at, last=at, created_at=at) for user, _game, at in own)
    Webhook.objects.bulk_create(Webhook(user=user, sealed_address=b"", created_at=at) for user, _game, at in own)
    logins_fill(own)
    LimitedAct.objects.bulk_create(LimitedAct(user=user, kind="game", at=at) for user, _game, at in own)
    rated: dict[str, Any] = {"pool": "people", "season": 20264, "place": 1}
    skill = dict.fromkeys(("mu_before", "sigma_before", "mu", "sigma"), 8)
    RatingChange.objects.bulk_create(
        (RatingChange(user=user, game=game, at=at, **rated, **skill) for user, game, at in own), ignore_conflicts=True
    )
    Publication.objects.bulk_create(Publication(game=game, asked_by=0, agreed=[0], asked_at=at) for game in games)
    hands_fill(people)
    weeks_fill(people)
    challenges_fill(people)
    positions_fill(people, games)
    standing_tables_fill(people, games)
    leagues_fill(people, games)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def logins_fill(own: Sequence[tuple[User, Game, datetime]]) -> None:
    """Devices and tokens of programs, some for each account."""
    PushSubscription.objects.bulk_create(
        PushSubscription(
            user=user,
            session=session_of(user),
            endpoint_hash=f"{user.pk} {game.pk}",
            sealed_endpoint=b"",
            created_at=at,
        )
        for user, game, at in own
    )
    ApiToken.objects.bulk_create(
        ApiToken(user=user, name="A", digest=f"{user.pk} {game.pk}", scopes=["read"], created_at=at, expires_at=at)
        for user, game, at in own
    )


def challenges_fill(people: Sequence[User]) -> None:
    """A hand that all have sent on."""
    game_hand, at = Hand.objects.order_by("pk")[0], timezone.now()
    for user in people:
        hand = SharedHand.objects.create(
            deck=["B1"], seats=3, leader=0, seat=0, bots=["skald"], chance="", strongest="pass", created_at=at
        )
        Challenge.objects.create(hand=hand, public_id=str(user.pk), game_hand=game_hand, challenger=user, bot="skald")


def positions_fill(people: Sequence[User], games: Sequence[Game]) -> None:
    """Days' positions that all have answered, some of games."""
    at = timezone.now()
    for number, game in enumerate(games[:EACH]):
        position = Position.objects.create(
            origin=str(number),
            game=game,
            moment="{}",
            kind="lead",
            cards=4,
            day=at.date() - timedelta(days=number),
            created_at=at,
        )
        PositionAnswer.objects.bulk_create(
            PositionAnswer(position=position, user=user, turn="B1", right=False, counts=True, answered_at=at)
            for user in people
        )


def hands_fill(people: Sequence[User]) -> None:
    """Days' hands that all have played."""
    at = timezone.now()
    chain = DailyChain.objects.create(first_day=at.date(), anchor="0" * 64, sealed=b"", created_at=at)
    for number in range(EACH):
        hand = SharedHand.objects.create(
            deck=["B1"], seats=3, leader=0, seat=0, bots=["skald"], chance="", strongest="pass", created_at=at
        )
        DailyHand.objects.create(hand=hand, day=at.date() - timedelta(days=number), chain=chain)
        HandPlay.objects.bulk_create(
            HandPlay(hand=hand, user=user, counts=True, points=number, streak=1, begun_at=at, finished_at=at)
            for user in people
        )


def weeks_fill(people: Sequence[User]) -> None:
    """Results of past weeks, a few not compared yet, and luck-adjusted ratings of all."""
    at, week = timezone.now(), this_week()
    WeeklyResult.objects.bulk_create(
        WeeklyResult(user=user, week=week - back * WEEK, hands=8, points=place % 20, margin=1, finished_at=at)
        for place, user in enumerate(people)
        for back in range(EACH)
    )
    DuplicateRating.objects.bulk_create(
        DuplicateRating(user=user, hands=200 + place, margin=1, figure=1 / (place + 1), changed_at=at)
        for place, user in enumerate(people)
    )


def standing_tables_fill(people: Sequence[User], games: Sequence[Game]) -> None:
    """A table of each person, with three members and an invitation, and each game at one of them."""
    at = timezone.now()
    tables = StandingTable.objects.bulk_create(StandingTable(owner=one, seats_count=6, created_at=at) for one in people)
    StandingMember.objects.bulk_create(
        StandingMember(table=table, user=people[(number + step) % len(people)], joined_at=at, in_since=at)
        for number, table in enumerate(tables)
        for step in range(3)
    )
    StandingInvitation.objects.bulk_create(
        StandingInvitation(table=table, user=people[number - 4], invited_by=table.owner, created_at=at)
        for number, table in enumerate(tables)
    )
    StandingChange.objects.bulk_create(
        StandingChange(table=table, before={"goat": False}, after={"goat": True}, changed_at=at, told_at=at)
        for table in tables
        for _change in range(3)
    )
    StandingGame.objects.bulk_create(
        StandingGame(game=game, table=tables[number % len(tables)]) for number, game in enumerate(games)
    )


def leagues_fill(people: Sequence[User], games: Sequence[Game]) -> None:
    """A league of each person, with three members, most of them over, and each game in one of them."""
    at, tables = timezone.now(), list(StandingTable.objects.order_by("pk"))
    leagues = League.objects.bulk_create(
        League(
            founder=one,
            table=tables[number % len(tables)],
            status=League.Status.OVER if number else League.Status.SIGNUP,
            seats_count=3,
            away_days=3,
            created_at=at,
            signup_ends_at=at + timedelta(days=1),
            ends_at=at + timedelta(days=9),
        )
        for number, one in enumerate(people)
    )
    LeagueMember.objects.bulk_create(
        LeagueMember(league=league, user=people[(number + step) % len(people)], joined_at=at)
        for number, league in enumerate(leagues)
        for step in range(3)
    )
    LeagueGame.objects.bulk_create(
        LeagueGame(game=game, league=leagues[number % len(leagues)], round=number, table=0, game_number=0)
        for number, game in enumerate(games)
    )
