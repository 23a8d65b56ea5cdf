"""Receivers of the accounts' signals. They run in the transaction that changes the account."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete, post_save
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import ApiToken, Appeal, Sanction, User
from accounts.privacy.export import Sections
from accounts.signals import (
    account_closing,
    account_exporting,
    account_judging,
    account_merged,
    account_reclaimed,
    account_sanctioned,
    appeal_answered,
    sanction_changed,
    session_renewed,
    time_zone_changed,
)
from games import on_commit
from games.account_events.closing import account_games_close, account_games_suspend, offers_leave
from games.account_events.conflicts import check_no_shared_game, check_not_reporter
from games.account_events.erasure import games_lock_to_erase, person_erase
from games.account_events.export import export_sections
from games.account_events.merge import account_games_merge
from games.account_events.reclaiming import outward_channels_end
from games.daily.owner import visitor_in
from games.daily.services import visit_claim
from games.leagues.services import leagues_leave, leagues_move
from games.models import PushSubscription
from games.outbox.decisions import appeal_notice_write, decision_notice_write
from games.outbox.reschedule import outbox_hours_changed
from games.play.clock.deadline import clocks_reset
from games.positions.services import answers_claim
from games.standing.services import tables_leave, tables_move


def connect() -> None:
    account_closing.connect(_close, dispatch_uid="games.account_closing")
    account_exporting.connect(_sections, dispatch_uid="games.account_exporting")
    account_judging.connect(_judging, dispatch_uid="games.account_judging")
    account_sanctioned.connect(_sanctioned, dispatch_uid="games.account_sanctioned")
    sanction_changed.connect(_sanction_changed, dispatch_uid="games.sanction_changed")
    appeal_answered.connect(_appeal_answered, dispatch_uid="games.appeal_answered")
    session_renewed.connect(_session_renewed, dispatch_uid="games.session_renewed")
    time_zone_changed.connect(_zone_changed, dispatch_uid="games.time_zone_changed")
    account_merged.connect(_merged, dispatch_uid="games.account_merged")
    account_reclaimed.connect(_reclaimed, dispatch_uid="games.account_reclaimed")
    user_logged_in.connect(_logged_in, dispatch_uid="games.logged_in")
    # A log-out deletes a session; a new password or a closed account saves the account.
    post_delete.connect(_session_ended, sender=Session, dispatch_uid="games.session_ended")
    post_delete.connect(_token_ended, sender=ApiToken, dispatch_uid="games.token_ended")
    post_save.connect(_account_saved, sender=User, dispatch_uid="games.account_saved")


def _zone_changed(sender: object, user: User, former_zone: str, **_more: Any) -> None:
    clocks_reset(user=user, former_zone=former_zone)
    outbox_hours_changed(user=user, at=timezone.now())


def _close(sender: object, user: User, erased: bool, **_more: Any) -> None:  # noqa: FBT001 # the signal's
    tables_leave(user)
    leagues_leave(user)
    named = games_lock_to_erase(user=user) if erased else []
    account_games_close(user=user, erased=erased)
    if erased:
        person_erase(user=user, named_games=named)


def _sections(sender: object, user: User, staff: User | None, **_more: Any) -> Sections:
    return export_sections(user, staff=staff)


def _judging(sender: object, actor: User, users: Sequence[User], **_more: Any) -> None:
    check_no_shared_game(actor, users)
    check_not_reporter(actor, users)


def _sanctioned(sender: object, user: User, sanction: Sanction, **_more: Any) -> None:
    match sanction.kind:
        case Sanction.Kind.BAN:
            tables_leave(user)
            leagues_leave(user)
            account_games_close(user=user)
        case Sanction.Kind.SUSPEND:
            account_games_suspend(user=user)
        case Sanction.Kind.BAR:
            offers_leave(user=user)
    decision_notice_write(sanction, timezone.now())


def _sanction_changed(sender: object, sanction: Sanction, **_more: Any) -> None:
    decision_notice_write(sanction, timezone.now(), changed=True)


def _appeal_answered(sender: object, appeal: Appeal, **_more: Any) -> None:
    appeal_notice_write(appeal, timezone.now())


def _merged(sender: object, first: User, second: User, **_more: Any) -> None:
    tables_move(first=first, second=second)
    leagues_move(first=first, second=second)
    account_games_merge(first=first, second=second)


def _session_renewed(sender: object, former: str, key: str, **_more: Any) -> None:
    PushSubscription.objects.filter(session=former).update(session=key)


def _reclaimed(sender: object, user: User, since: datetime | None, **_more: Any) -> None:
    outward_channels_end(user=user, since=since)


def _logged_in(sender: object, user: User, request: HttpRequest, **_more: Any) -> None:
    """Pass hands and positions that the browser's visitor has played to the account."""
    visitor = visitor_in(request.session)
    if visitor:
        visit_claim(user=user, visitor=visitor)
        answers_claim(user=user, visitor=visitor)


def _session_ended(sender: object, instance: Session, **_more: Any) -> None:
    """Notify the connections of a login that ended; one deleted after its expiry has none."""
    user_id = instance.get_decoded().get(SESSION_KEY)
    if user_id is not None and instance.expire_date > timezone.now():
        on_commit.logins_changed(int(user_id))


def _token_ended(sender: object, instance: ApiToken, **_more: Any) -> None:
    """Notify the connections that programs opened with it."""
    on_commit.logins_changed(instance.user_id)


def _account_saved(sender: object, instance: User, created: bool, **_more: Any) -> None:  # noqa: FBT001 # the signal's
    if not created and not instance.is_bot:
        on_commit.logins_changed(instance.pk)
