"""Reads imported games."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from accounts.models import User
from games.history.errors import NoSuchHand
from games.history.replay import Replay, ReplayRows, replay_of
from games.models import Game, GameEvent, Hand, ImportedRecord, Move, Seat
from games.records.errors import NoSuchRecord
from games.table.players import Player

Json = dict[str, Any]


def own_records(user: User) -> list[ImportedRecord]:
    """The person's imported games without their records, newest first. One query."""
    return list(ImportedRecord.objects.filter(owner=user).defer("record").order_by("-pk"))


def seen_record(token: str, user: User | None) -> ImportedRecord:
    """The imported game of a link: the owner's own, or a shared one. One query. Raises NoSuchRecord."""
    found = ImportedRecord.objects.select_related("owner").filter(token=token).first()
    if found is None:
        raise NoSuchRecord(token)
    if user is not None and found.owner_id == user.pk:
        return found
    if not found.is_shared or not found.owner.can_take_part:
        raise NoSuchRecord(token)
    return found


def record_replay(row: ImportedRecord, number: int | None = None) -> Replay:
    """The replay of one hand, of the first by default. It makes the rows that a game of this site would have, and
    stores none of them. No query. Raises NoSuchHand.
    """
    record = row.record
    hands = record["hands"]
    at = next((at for at, hand in enumerate(hands) if number in (None, hand["number"])), None)
    if at is None:
        raise NoSuchHand(number or 0)
    game = _game(row)
    begin = sum(len(hand["turns"]) for hand in hands[:at])
    made = [_hand(game, _time(record["started_at"]), hand) for hand in hands]
    rows = ReplayRows(
        game=game,
        user=None,
        hands=made,
        hand=made[at],
        begin=begin,
        moves=_moves(made[at], hands[at], begin),
        take_backs=[],
        seats=[Seat(game=game, number=player["seat"]) for player in record["players"]],
        events=_events(game, record, begin + len(hands[at]["turns"]), number=hands[at]["number"]),
        acts=[],
        replaced=(),
    )
    return replay_of(rows, tuple(map(_player, record["players"])))


def _game(row: ImportedRecord) -> Game:
    record, options = row.record, row.record["options"]
    return Game(
        public_id=record["id"],
        name=row.title,
        seats_count=options["seats"],
        target=options["target"],
        goat=options["goat"],
        version=sum(len(hand["turns"]) for hand in record["hands"]),
        started_at=_time(record["started_at"]),
        ended_at=_time(record["ended_at"]),
    )


def _player(player: Json) -> Player:
    """The names are the record's: no profile belongs to them."""
    seat = player["seat"]
    is_bot = player["kind"] == "bot"
    return Player(pk=0, name=player["name"], handle="", seat=seat, is_me=False, is_bot=is_bot, avatar=seat)


def _hand(game: Game, at: datetime, hand: Json) -> Hand:
    return Hand(
        game=game,
        number=hand["number"],
        leader=hand["leader"],
        deck=[card for cards in hand["deals"] for card in cards] + hand["undealt"],
        points=hand.get("points") or None,
        voided=hand.get("voided", False),
        started_at=at,
        ended_at=game.ended_at,
    )


def _moves(row: Hand, hand: Json, begin: int) -> list[Move]:
    """The turns that count, with their numbers in the hand's log if turns were taken back."""
    return [
        Move(
            hand=row,
            number=turn.get("number", at),
            seat=turn["seat"],
            turn=turn["turn"],
            by=turn["by"],
            version=begin + at,
            created_at=_time(turn["at"]),
        )
        for at, turn in enumerate(hand["turns"], 1)
    ]


def _events(game: Game, record: Json, version: int, *, number: int) -> list[GameEvent]:
    return [
        GameEvent(
            game=game,
            kind=event["kind"],
            seat=event["seat"],
            hand_number=event["hand"],
            after_turn=event["after_turn"],
            version=version,
            created_at=_time(event["at"]),
        )
        for event in record["events"]
        if event["hand"] == number
    ]


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)
