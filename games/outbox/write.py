"""Writes one row for each chosen channel, in the event's transaction."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import CharField, Value

from accounts.models import User
from games import on_commit
from games.models import Game, Notice, Seat
from games.outbox.channels import active_devices, active_webhooks
from games.outbox.schedule import digest_due, first_due
from games.people.preference_selectors import ChannelChoice, channels_for, preferences_of

# Sent once the person no longer looks at the game.
SENT_WHEN_AWAY = (Notice.Kind.TURN, Notice.Kind.MENTION)
EVENT_KEY = ["kind", "game", "user", "version", "number", "channel", "target", "about"]


def notice_write(
    kind: Notice.Kind,
    game: Game | None,
    user: User,
    at: datetime,
    *,
    version: int | None = None,
    number: int = 0,
    about: int = 0,
    not_before: datetime | None = None,
) -> None:
    """Request a notification. Repeats for an event add nothing, and bots get none. `version`: by default the game's; 0
    without a game. `number` distinguishes several of a kind at one version. `about`: the id of the row concerned.
    `not_before`: when it may be sent at the earliest.
    """
    if user.is_bot:
        return
    if version is None:
        version = 0 if game is None else game.version
    since = at if not_before is None else max(at, not_before)
    due_at = first_due(kind, user, _seat(kind, game, user), since)
    _write(
        Notice(
            kind=kind, game=game, user=user, version=version, number=number, about=about, created_at=at, due_at=due_at
        ),
        since,
    )


def _seat(kind: Notice.Kind, game: Game | None, user: User) -> Seat | None:
    """The person's seat, for kinds that wait while the person is present; else None. At most one query."""
    if game is None or kind not in SENT_WHEN_AWAY:
        return None
    return game.seats.filter(user=user, kind=Seat.Kind.PERSON).first()


def turn_notice_write(game: Game, seat: Seat, at: datetime) -> None:
    """Write the turn's notification, even if a planned turn will act: a missing row would reveal it to staff. At most
    two queries.
    """
    if seat.held_by.is_bot:
        return
    _turn_write(game, seat, game.version, at, _turn_due(seat, at))


def turn_notice_postpone(
    game: Game, seat: Seat, version: int, at: datetime, *, not_before: datetime | None = None
) -> datetime | None:
    """Return when to check again while the player is at the game, or until `not_before`. Else write the notification of
    the wait begun at `version`, and return None. At most two queries. Most turns are taken before it is due.
    """
    if seat.held_by.is_bot:
        return None
    choice = channels_for(preferences_of(seat.held_by), Notice.Kind.TURN)
    if choice.mail == "off" and not (choice.push or choice.webhook):
        return None
    due_at = _turn_due(seat, max(at, not_before or at))
    # A digest may be due before.
    if due_at > at and choice.mail in ("now", "off"):
        return due_at
    _turn_write(game, seat, version, at, due_at)
    return None


def _turn_due(seat: Seat, at: datetime) -> datetime:
    return first_due(Notice.Kind.TURN, seat.held_by, seat, at)


def _turn_write(game: Game, seat: Seat, version: int, at: datetime, due_at: datetime) -> None:
    holder = seat.held_by
    event = Notice(kind=Notice.Kind.TURN, game=game, user=holder, version=version, created_at=at, due_at=due_at)
    _write(event, at)


def _write(event: Notice, since: datetime) -> None:
    """Write the event's rows, and send those that are due on commit. Digests come later than `since`."""
    rows = notice_rows(event, since)
    # Existing rows stay; the empty update returns their ids.
    Notice.objects.bulk_create(rows, update_conflicts=True, unique_fields=EVENT_KEY, update_fields=["kind"])
    for row in rows:
        if row.due_at <= row.created_at:
            on_commit.notice_is_due(row.pk, outward=row.channel != Notice.Channel.MAIL)


def notice_rows(event: Notice, since: datetime | None = None) -> list[Notice]:
    """The event's rows, unsaved, by chosen channel and target; digests come later than `since`, by default
    the event. At most one query.
    """
    preferences = preferences_of(event.user)
    choice = channels_for(preferences, Notice.Kind(event.kind))
    rows = [*_mails(event, choice, since or event.created_at)]
    # Adding a device or webhook creates the preferences.
    if not preferences._state.adding:
        rows += _outward(event, choice)
    return rows


def _mails(event: Notice, choice: ChannelChoice, since: datetime) -> Iterator[Notice]:
    if choice.mail == "off":
        return
    row = _row(event, Notice.Channel.MAIL)
    if choice.mail != "now":
        # Digests list games. Other news comes by an email of its own, at the time of the digest.
        row.digest = Notice.Digest(choice.mail) if event.game is not None else ""
        row.due_at = digest_due(Notice.Kind(event.kind), event.user, choice.mail, since)
    yield row


def _outward(event: Notice, choice: ChannelChoice) -> Iterator[Notice]:
    """The event's rows for devices and webhooks. One query; none if the person wants neither."""
    if not (choice.push or choice.webhook):
        return
    devices = active_devices(event.user) if choice.push else None
    hooks = active_webhooks(event.user) if choice.webhook else None
    found = [
        targets.order_by().annotate(way=Value(way, output_field=CharField())).values_list("way", "pk")
        for way, targets in ((Notice.Channel.PUSH.value, devices), (Notice.Channel.WEBHOOK.value, hooks))
        if targets is not None
    ]
    # Without an order of its own, Django 6.1 gives the union the models'.
    for way, target in found[0].union(*found[1:], all=True).order_by():
        row = _row(event, Notice.Channel(way))
        row.target = target
        if way == Notice.Channel.PUSH:
            row.subscription_id = target
        else:
            row.webhook_id = target
        yield row


def _row(event: Notice, channel: Notice.Channel) -> Notice:
    return Notice(
        kind=event.kind,
        channel=channel,
        game=event.game,
        user=event.user,
        version=event.version,
        number=event.number,
        about=event.about,
        created_at=event.created_at,
        due_at=event.due_at,
    )
