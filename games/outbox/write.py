"""Writing notices: one row for each way in which the person wants to hear of an event. Runs in its transaction."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import CharField, Value

from accounts.models import User
from games import on_commit
from games.models import Game, Notice, Seat
from games.outbox.channels import subscriptions_open, webhooks_open
from games.outbox.schedule import collected_at, first_due
from games.people.preference_selectors import ChannelChoice, channels_for, preferences_of

# Told as soon as the person does not look at the game (any more).
WHILE_AWAY = (Notice.Kind.TURN, Notice.Kind.MENTION)
EVENT = ["kind", "game", "user", "version", "number", "channel", "target", "about"]


def notice_write(
    kind: Notice.Kind,
    game: Game | None,
    user: User,
    at: datetime,
    *,
    version: int | None = None,
    number: int = 0,
    about: int = 0,
) -> None:
    """Ask for a notice by each channel that the person chose for `kind`; once an event, however often it is written.

    `version`: the game's, if not as it is now; 0 without a game. `number`: which of several of its kind at that
    version. `about`: the id of the row that it tells of. Bots hear nothing.
    """
    if user.is_bot:
        return
    if version is None:
        version = 0 if game is None else game.version
    due_at = first_due(kind, user, _seat(kind, game, user), at)
    _write(
        Notice(
            kind=kind, game=game, user=user, version=version, number=number, about=about, created_at=at, due_at=due_at
        )
    )


def _seat(kind: Notice.Kind, game: Game | None, user: User) -> Seat | None:
    """The person's seat, for kinds that wait until they have left the table; a query only then."""
    if game is None or kind not in WHILE_AWAY:
        return None
    return game.seats.filter(user=user, kind=Seat.Kind.PERSON).first()


def turn_notice_write(game: Game, seat: Seat, at: datetime) -> None:
    """Ask for a notice that the turn waits for who holds this seat. At most two queries.

    Also where a standing order is to take it: a missing row would tell staff of the order. Such a notice waits for the
    order, and is then no longer true.
    """
    if seat.held_by.is_bot:
        return
    due_at = first_due(Notice.Kind.TURN, seat.held_by, seat, at)
    _write(
        Notice(kind=Notice.Kind.TURN, game=game, user=seat.held_by, version=game.version, created_at=at, due_at=due_at)
    )


def _write(event: Notice) -> None:
    """Save the event's rows, and have those sent that are due after the commit."""
    rows = notice_rows(event)
    # A row that is there already stays as it is; the update of nothing has the database tell its id.
    Notice.objects.bulk_create(rows, update_conflicts=True, unique_fields=EVENT, update_fields=["kind"])
    for row in rows:
        if row.due_at <= row.created_at:
            on_commit.notice_is_due(row.pk, outward=row.channel != Notice.Channel.MAIL)


def notice_rows(event: Notice) -> list[Notice]:
    """An event's unsaved rows, one for each way in which its person wants to hear of it. At most one query."""
    preferences = preferences_of(event.user)
    choice = channels_for(preferences, Notice.Kind(event.kind))
    rows = [*_mails(event, choice)]
    # Who has a device or a webhook has such a row: what adds them makes it.
    if not preferences._state.adding:
        rows += _outward(event, choice)
    return rows


def _mails(event: Notice, choice: ChannelChoice) -> Iterator[Notice]:
    if choice.mail == "off":
        return
    row = _row(event, Notice.Channel.MAIL)
    if choice.mail != "now":
        row.digest = Notice.Digest(choice.mail)
        row.due_at = collected_at(Notice.Kind(event.kind), event.user, choice.mail, event.created_at)
    yield row


def _outward(event: Notice, choice: ChannelChoice) -> Iterator[Notice]:
    """A row for each device and webhook. One query, none where the person wants neither."""
    if not (choice.push or choice.webhook):
        return
    devices = subscriptions_open(event.user) if choice.push else None
    hooks = webhooks_open(event.user) if choice.webhook else None
    found = [
        targets.order_by().annotate(way=Value(way, output_field=CharField())).values_list("way", "pk")
        for way, targets in ((Notice.Channel.PUSH.value, devices), (Notice.Channel.WEBHOOK.value, hooks))
        if targets is not None
    ]
    for way, target in found[0].union(*found[1:], all=True):
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
