"""Each column of a person's rows is exported or not, kept or erased: a new one fails until its place is decided."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import timedelta

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Field, Model
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.privacy.erasure import account_erase
from accounts.privacy.export import _account, export_json
from games.models import Seat
from games.moderation.acts import seat_to_person
from games.table.reading.rows import _SEEN
from tests.factories import make_person, make_staff
from tests.games_laid import lay_game
from tests.moderation.moderator_acts import act

pytestmark = pytest.mark.django_db

# Tables that name people, and columns of the exported tables, that exports leave out, by the reason.
NOT_EXPORTED = {
    "the file names it in other words": (
        "socialaccount.user usersession.user emailaddress.user authenticator.user game.host seat.game seat.user "
        "invitation.game invitation.user queueentry.user webhook.user pushsubscription.user "
        "chatline.user chatline.reader move.hand move.actor friendship.asker friendship.asked report.reporter "
        "report.game "
        "notice.game notice.user absence.user personmark.user personmark.other gamenote.game gamenote.user "
        "handplay.hand handplay.user challenge.challenger positionanswer.position positionanswer.user "
        "weeklyresult.user "
        "rating.user seasonstanding.user ratingchange.game ratingchange.user sanction.user appeal.sanction "
        "accountmail.user apitoken.user networktrace.user standingtable.owner standingmember.table standingmember.user "
        "standinginvitation.table standinginvitation.user "
        "league.founder leaguemember.league leaguemember.user importedrecord.owner waitingaccount.user"
    ),
    "a secret, which would open an account or a game": (
        "authenticator.data usersession.session_key usersession.data game.invite_token pushsubscription.session "
        "apitoken.digest "
        "pushsubscription.endpoint_hash pushsubscription.sealed_endpoint pushsubscription.p256dh "
        "pushsubscription.auth webhook.sealed_address webhook.sealed_secret preferences.calendar_number "
        "addressreturn maillink standingtable.invite_token league.invite_token importedrecord.token"
    ),
    "other people, or staff and their work": (
        "seat.held_by invitation.invited_by invitation.barred_at standinginvitation.invited_by "
        "standinginvitation.barred_at chatline.hidden_by chatline.read_at report.accused "
        "report.claimed_by report.claimed_at report.sanction report.line sanction.by sanction.lifted_by "
        "appeal.answered_by logentry reportnote signal intervention peek sitepage doubleaccount heldaddress "
        "staffalerts"
    ),
    "the game's, which its pages and its record show everybody": (
        "game.visibility game.seats_count game.target game.goat game.two_player_deck game.next_leader game.pace "
        "game.timeout_action game.weekends_off game.min_reliability game.rated game.counts_for_rating "
        "game.from_queue game.undo game.rematch_of game.anchor game.fingerprint game.removed game.first_leader "
        "game.full_at game.contributions_due_at game.started_at game.pause_ends_at game.held_at game.chat_locked_at "
        "game.sprint_ends_at "
        "game.settled_at game.ending game.version game.to_act game.waiting_since game.bot_acts game.changed_at "
        "seat.kind seat.is_open seat.ended_at seat.contribution move.version takeback deadline extratime botaccount "
        "standingtable.seats_count standingtable.target standingtable.goat standingtable.two_player_deck "
        "standingtable.next_leader standingtable.pace standingtable.timeout_action standingtable.weekends_off "
        "standingtable.rated standingtable.undo standingtable.goes_on standingtable.created_at standingtable.id "
        "standingtable.players_join league.id league.table league.status league.away_days league.created_at "
        "league.signup_ends_at league.begun_at league.ends_at league.rounds league.seats_count league.target "
        "league.goat league.two_player_deck league.next_leader league.pace league.timeout_action league.weekends_off "
        "league.rated league.undo game.ends_by"
    ),
    "the machinery of sending": (
        "notice.about notice.version notice.number notice.subscription notice.webhook notice.target notice.digest "
        "notice.reason notice.attempts notice.uncertain notice.message_id notice.due_at webhook.failures "
        "webhook.failing_since webhook.rests_until notice.answer "
        "webhook.tested_at webhook.test_outcome accountmail.sealed accountmail.due_at accountmail.expires_at "
        "accountmail.sent_at accountmail.attempts accountmail.broken_off accountmail.reason"
    ),
    "derived from exported rows, or kept for a day at most": (
        "game.creation_token standingtable.creation_token league.creation_token chatline.creation_token "
        "chatline.erased_at chatline.move limitedact preferences.friend_requests preferences.unread_friends "
        "preferences.vacation_counted_at handplay.visitor positionanswer.visitor challenge.game_hand "
        "socialaccount.extra_data importedrecord.fingerprint playertotals playertally headtohead"
    ),
}
# Columns of the account that its part of the file does not have, by the reason.
NOT_IN_ACCOUNT = {
    "secret": "password password_mark",
    "the file has the decisions themselves": "muted_until barred_until suspended_until decisions_unread",
    "the same for all who can export": "is_bot is_active is_superuser merged_into erased_at",
}
# How the account's part of the file calls its columns.
RENAMED = {"is_guest": "guest", "date_joined": "joined_at", "is_staff": "staff", "is_outside_bot": "bot"}
# The columns of an account that erasing keeps.
KEPT_OF_ACCOUNT = (
    *("id", "is_bot", "is_outside_bot", "date_joined", "merged_into"),
    *("muted_until", "barred_until", "suspended_until", "decisions_unread"),
)
# Columns of a seat that only its player may see.
PRIVATE_OF_SEAT = (
    *("id", "joined_at", "contribution", "answered_at", "looked_at", "acted_at", "timeouts", "turns_in_time"),
    *("turns_late", "chat_read", "seen_version", "hand_order", "sprint_declined_at", "is_open", "ended_at"),
)


def columns(model: type[Model]) -> set[str]:
    return {field.name for field in model._meta.concrete_fields}


def decided(all_columns: Collection[str], *lists: Collection[str]) -> None:
    """Assert that each column is in one of the lists, and in no second one."""
    assert sorted(name for names in lists for name in names) == sorted(all_columns)


def test_each_row_of_a_person_is_exported_or_has_a_reason(alice: User) -> None:
    with CaptureQueriesContext(connection) as asked:
        list(export_json(alice))
    selected = [part for query in asked for part in re.findall(r"SELECT (.*?) FROM", query["sql"], re.DOTALL)]
    read = {tuple(found) for part in selected for found in re.findall(r'"(\w+)"\."(\w+)"', part)}
    left_out = set()
    for model in apps.get_models():
        fields, table = model._meta.concrete_fields, model._meta.db_table
        if model is User or not any(field.related_model is User for field in fields):
            continue
        unread = [field for field in fields if (table, field.column) not in read]
        name = str(model._meta.model_name)
        left_out |= {name} if len(unread) == len(fields) else {f"{name}.{field.name}" for field in unread}
    decided(left_out, *(names.split() for names in NOT_EXPORTED.values()))


def test_each_column_of_an_account_is_exported_or_has_a_reason(alice: User) -> None:
    exported = {name for name in columns(User) if RENAMED.get(name, name) in _account(alice)}
    decided(columns(User), exported, *(names.split() for names in NOT_IN_ACCOUNT.values()))


def other_value(field: Field[object, object]) -> object:
    """A value of the field's type that is neither empty nor the default."""
    match field.get_internal_type():
        case "BooleanField":
            return not field.get_default()
        case "DateTimeField":
            return timezone.now()
        case "DateField":
            return timezone.now().date()
        case "DurationField":
            return timedelta(hours=1)
        case "BinaryField":
            return b"x"
        case "CharField" | "EmailField":
            return "de" if field.name == "language" else "x"
    return 1


def test_erasing_an_account_resets_each_column_of_a_person(alice: User) -> None:
    for field in User._meta.concrete_fields:
        if field.name not in (*KEPT_OF_ACCOUNT, "is_active", "erased_at"):
            setattr(alice, field.name, other_value(field))
    alice.save()
    erased = User.objects.get(pk=alice.pk)
    account_erase(user=erased)
    erased.refresh_from_db()
    same = {name for name in columns(User) if getattr(alice, name) == getattr(erased, name)}
    assert same == {*KEPT_OF_ACCOUNT}


def test_a_seats_next_player_gets_no_column_of_the_former_one(alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    seat = game.seats.get(user=alice)
    ours = {"id", "game", "number", "kind", "user", "held_by", "joined_at", "resigned_at"}
    others = [field for field in Seat._meta.concrete_fields if field.name not in ours]
    for field in others:
        setattr(seat, field.name, other_value(field))
    seat.save()
    make_person("dora")
    act(game, seat_to_person, actor=make_staff("moderator", "moderator"), seat=seat.number, handle="dora")
    seat = Seat.objects.get(pk=seat.pk)
    stays = {field.name for field in others if field.value_from_object(seat) != field.get_default()}
    assert stays == {"contribution", "answered_at", "points", "is_winner"}


def test_each_column_of_a_seat_is_public_at_the_table_or_private() -> None:
    decided(columns(Seat), [name for name in _SEEN if "__" not in name], PRIVATE_OF_SEAT)
