"""Each index that is no constraint, with a part of the site whose query needs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.test import RequestFactory
from django.utils import timezone

from accounts.decisions.cases import decision_case
from accounts.decisions.look_alikes import look_alikes
from accounts.mail.outbox import mails_queue, mails_tidy
from accounts.models import (
    AccountMail,
    AuditEntry,
    DoubleAccount,
    NetworkTrace,
    Sanction,
    User,
)
from accounts.privacy.erasure import account_erase
from accounts.privacy.export import export_json, own_accounts
from accounts.sign_in.mailed_links.address_returns import address_returns_forget
from accounts.sign_in.network_traces import networks_forget
from games.daily.news import hand_news_sweep
from games.daily.strongest import lines_queue
from games.history.publication.upkeep import publications_sweep
from games.history.review import reviews_sweep
from games.hooks.collecting import events_collect
from games.hooks.sending import deliveries_forget, deliveries_queue
from games.leagues.running import leagues_sweep
from games.leagues.selectors import own_leagues
from games.lobby.limits import check_new_game
from games.lobby.queue import queue_join
from games.lobby.selectors import open_offers, own_lists, public_games, waiting_ids
from games.messages.selectors import conversation_with, conversations_of
from games.models import (
    ChatLine,
    Game,
    GameEvent,
    Hand,
    Intervention,
    Invitation,
    LimitedAct,
    Move,
    Notice,
    OperatorHook,
    Peek,
    PushSubscription,
    RatingRework,
    Report,
    Seat,
    Signal,
    TakeBack,
    Webhook,
)
from games.moderation.daily_figures import figures_of_day
from games.moderation.dashboard import game_at, overview
from games.moderation.game_case import game_notices, game_peeks, game_reports, game_signals
from games.moderation.report_cases import report_case
from games.notices.devices import subscription_remove
from games.notices.due import outbox_queue
from games.notices.links.turn import links_tidy
from games.notices.sent import notices_to
from games.notices.webhooks import webhook_remove
from games.outbox.channels import active_devices, active_webhooks
from games.people.acts import acts_forget, acts_since
from games.people.block_selectors import hidden_authors
from games.people.friend_selectors import friends_of
from games.people.reliability import reliability
from games.people.unread import unread_messages
from games.play.clock.absence_selectors import away_until
from games.play.seats.played_out import endings_sweep
from games.ratings.duplicate_leaders import duplicate_leaders
from games.ratings.rework import rework_step
from games.ratings.selectors import history, leaders, season_now
from games.ratings.settlement import settling_sweep
from games.ratings.versus import opponents
from games.records.archive.writing import archive_sweep
from games.standing.changes import changes_logged
from games.standing.selectors import own_tables
from games.sweeps import bots_sweep, guests_sweep, live_sweep, starts_sweep, waits_sweep
from games.table.reading.rows import rows_read
from games.weekly.calendar import this_week
from games.weekly.comparing import weeks_compare
from games.weekly.selectors import ranking
from tests.clients import session_of


@dataclass(frozen=True)
class Site:
    """`person` plays in `game`, as in many; `moderator` acts on games."""

    boss: User
    moderator: User
    person: User
    game: Game


Visit = Callable[[Site], object]


def listed(model: type[Model], **asked: str) -> Visit:
    """A list of the admin with filters."""

    def visit(site: Site) -> object:
        request = RequestFactory().get("/", asked)
        request.user = site.boss
        return list(admin.site.get_model_admin(model).get_changelist_instance(request).result_list)

    return visit


def found(model: type[Model], term: Callable[[Site], str]) -> Visit:
    """A search in a list of the admin."""
    return lambda site: listed(model, q=term(site))(site)


def persons(site: Site) -> str:
    return site.person.handle


def moderators(site: Site) -> str:
    return site.moderator.handle


def games(site: Site) -> str:
    return site.game.public_id


def device_removed(site: Site) -> None:
    session = session_of(site.person)
    device = PushSubscription.objects.create(
        user=site.person, session=session, sealed_endpoint=b"", created_at=timezone.now()
    )
    subscription_remove(user=site.person, subscription_id=device.pk)


def webhook_removed(site: Site) -> None:
    webhook = Webhook.objects.create(user=site.person, sealed_address=b"", created_at=timezone.now())
    webhook_remove(user=site.person, webhook_id=webhook.pk)


def reports_collected(_site: Site) -> None:
    at = timezone.now() - timedelta(hours=1)
    OperatorHook.objects.create(events=["report.created"], sealed_address=b"", created_at=at, read_until=at)
    events_collect()


def reworked(_site: Site) -> None:
    RatingRework.objects.create(pool="people", from_at=timezone.now(), from_game=0, next_at=timezone.now(), next_game=0)
    rework_step(pool="people")


def people_found(site: Site) -> None:
    """If texts are not compared as in C, as by PostgreSQL 15, the constraint's index does not serve this."""
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX user_handle_any_case")
    found(User, persons)(site)


def exported(site: Site) -> None:
    "".join(export_json(site.person))


def erased(site: Site) -> None:
    account_erase(user=site.person)


ACCOUNTS: Final[dict[str, Visit]] = {
    "account_mail_created": lambda _site: mails_tidy(),
    "account_mail_due": lambda _site: mails_queue(),
    "accounts_accountmail_user_id_900eda0b": found(AccountMail, persons),
    "accounts_addressreturn_user_id_a1c45fb0": erased,
    "address_return_created": lambda _site: address_returns_forget(),
    "accounts_apitoken_user_id_bbee13e0": lambda site: list(site.person.api_tokens.all()),
    "appeal_open": lambda site: overview(site.boss),
    "audit_by_about": found(AuditEntry, lambda _site: "report 1"),
    "audit_by_action": listed(AuditEntry, action="game.pause"),
    "audit_by_actor": found(AuditEntry, moderators),
    "audit_by_game": found(AuditEntry, games),
    "audit_by_person": found(AuditEntry, persons),
    "audit_by_time": listed(AuditEntry, days="1"),
    "accounts_doubleaccount_second_id_60707727": found(DoubleAccount, persons),
    "network_address": found(NetworkTrace, lambda _site: "192.0.2.7"),
    "network_last_seen": lambda _site: networks_forget(),
    "accounts_sanction_by_id_7f82f283": found(Sanction, moderators),
    "sanction_of_person": found(Sanction, persons),
    "accounts_user_merged_into_id_6b7da1e6": lambda site: own_accounts(site.person),
    "user_barred": listed(User, held="barred"),
    "user_bots": listed(User, is_bot__exact="1"),
    "user_closed": listed(User, is_active__exact="0"),
    "user_email_iexact": found(User, persons),
    "user_erased": listed(User, erased_at__isempty="0"),
    "user_guests": lambda _site: guests_sweep(),
    "user_handle_iexact": lambda site: User.objects.get_by_natural_key(site.person.handle),
    "user_handle_prefix": people_found,
    "user_look_alike": lambda site: look_alikes(site.person),
    "user_joined": lambda site: overview(site.boss),
    "user_mail_stopped": listed(User, mail_stopped_at__isempty="0"),
    "user_muted": listed(User, held="muted"),
    "user_staff": listed(User, is_staff__exact="1"),
    "user_suspended": listed(User, held="suspended"),
}
PLAY: Final[dict[str, Visit]] = {
    "absence_of_person": lambda site: away_until([site.person]),
    "deadline_active": lambda _site: public_games(),
    "deadline_bot": lambda _site: bots_sweep(),
    "deadline_next": lambda _site: waits_sweep(),
    "game_by_ending": listed(Game, ending__exact="resigned"),
    "game_by_pace": listed(Game, pace__exact="14d"),
    "game_by_status": listed(Game, status__exact="paused"),
    "game_changed": lambda _site: live_sweep(),
    "game_created": lambda _site: game_at(timezone.now() - timedelta(days=1)),
    "game_from_queue": listed(Game, from_queue__exact="1"),
    "game_open": lambda _site: open_offers(None),
    "game_open_by_host": lambda site: check_new_game(site.person, offer=True),
    "game_private": listed(Game, visibility__exact="private"),
    "game_starts_due": lambda _site: starts_sweep(),
    "game_played_out": lambda _site: endings_sweep(),
    "league_under_way": lambda _site: leagues_sweep(),
    "games_leaguemember_user_id_31237d38": lambda site: list(own_leagues(site.person)),
    "game_to_archive": lambda _site: archive_sweep(),
    "game_to_settle": lambda _site: settling_sweep(),
    "games_game_host_id_651375fe": exported,
    "event_by_kind": listed(GameEvent, kind__exact="resign"),
    "games_gameevent_game_id_57c09de4": lambda site: rows_read(site.game, None),
    "games_gamenote_user_id_28bfec8b": exported,
    "games_challenge_challenger_id_5eff3e62": exported,
    "games_handplay_user_id_4742c40e": exported,
    "games_positionanswer_user_id_59f1a2c7": exported,
    "hand_over": listed(Hand, ended_at__isempty="0"),
    "hand_void": listed(Hand, voided__exact="1"),
    "games_invitation_invited_by_id_9f574efb": found(Invitation, persons),
    "games_invitation_user_id_b1716899": lambda site: own_lists(site.person),
    "invitation_declined": listed(Invitation, declined_at__isempty="0"),
    "games_move_actor_id_73bbd607": found(Move, persons),
    "move_not_by_player": listed(Move, by="timeout"),
    "move_of_day": lambda _site: figures_of_day(timezone.now().date()),
    "friendship_of_asked": lambda site: friends_of(site.person),
    "friendship_of_asker": lambda site: friends_of(site.person),
    "preferences_want_hand": lambda _site: hand_news_sweep(),
    "person_mark_of": lambda site: hidden_authors(site.person),
    "queue_order": lambda site: queue_join(user=site.person, seats=4),
    "rating_change_by_time": reworked,
    "rating_change_of_player": lambda site: history(site.person, "people"),
    "duplicate_leaders": lambda _site: duplicate_leaders(None, 1),
    "weekly_ranking": lambda _site: ranking(this_week(), None, 1),
    "weekly_to_compare": lambda _site: weeks_compare(),
    "head_to_head_most": lambda site: opponents(site.person, site.person),
    "head_to_head_public": lambda site: opponents(site.person, None),
    "season_leaders": lambda _site: leaders("people", season_now(), None),
    "games_seat_held_by_id_f6c23c15": lambda _site: User.objects.create_user("unconfirmed").delete(),
    "seat_ended_of_player": lambda site: own_lists(site.person),
    "seat_open_held": lambda site: waiting_ids(site.person),
    "seat_open_of_person": lambda site: own_lists(site.person),
    "seat_of_bot": listed(Seat, kind__exact="bot"),
    "seat_of_person_by_time": lambda site: reliability(site.person),
    "seat_resigned": listed(Seat, resigned_at__isempty="0"),
    "seat_won": listed(Seat, is_winner__exact="1"),
    "publication_waiting": lambda _site: publications_sweep(),
    "seat_review_to_do": lambda _site: reviews_sweep(),
    "shared_hand_without_line": lambda _site: lines_queue(),
    "games_standingmember_user_id_317b2828": lambda site: own_tables(site.person),
    "games_standinginvitation_user_id_f6b5ad49": lambda site: own_lists(site.person),
    "games_standinggame_table_id_81780896": lambda site: own_tables(site.person),
    "games_standingchange_table_id_29b9fbb8": lambda site: changes_logged(own_tables(site.person)[0].table),
    "games_takeback_actor_id_e9d4d6a5": found(TakeBack, moderators),
    "games_takeback_hand_id_d0ff82bc": lambda site: rows_read(site.game, None),
}
TALK: Final[dict[str, Visit]] = {
    "chat_hidden": listed(ChatLine, hidden_at__isempty="0"),
    "chat_of_game": found(ChatLine, games),
    "chat_note_of_game": lambda site: rows_read(site.game, site.person),
    "chat_of_person": found(ChatLine, persons),
    "message_by_author": lambda site: conversations_of(site.person),
    "message_of_pair": lambda site: conversation_with(site.person, site.moderator.handle),
    "message_to_reader": lambda site: conversations_of(site.person),
    "message_unread": lambda site: list(unread_messages(site.person)),
    "games_maillink_user_id_34bd0de4": erased,
    "mail_link_expiry": lambda _site: links_tidy(),
    "games_notice_game_id_06970050": lambda site: game_notices(site.game, addresses=False),
    "notice_by_kind": listed(Notice, kind__exact="report"),
    "notice_due": lambda _site: outbox_queue(limit=1),
    "notice_failed": lambda site: overview(site.boss),
    "notice_not_by_mail": listed(Notice, channel__exact="push"),
    "notice_not_sent": listed(Notice, status__exact="dropped"),
    "notice_of_person": lambda site: notices_to(site.person),
    "notice_of_subscription": device_removed,
    "notice_of_webhook": webhook_removed,
    "notice_retried": listed(Notice, retried="yes"),
    "notice_uncertain": listed(Notice, uncertain__exact="1"),
    "hook_delivery_by_time": lambda _site: deliveries_forget(),
    "hook_delivery_due": lambda _site: deliveries_queue(),
    "act_of_person": lambda site: acts_since(site.person, LimitedAct.Kind.GAME, timezone.now() - timedelta(days=1)),
    "act_to_forget": lambda _site: acts_forget(),
    "push_of_session": lambda site: session_of(site.person).delete(),
    "games_pushsubscription_user_id_4ce06bf9": lambda site: list(active_devices(site.person)),
    "games_webhook_user_id_7c5c3df3": lambda site: list(active_webhooks(site.person)),
}
MODERATION: Final[dict[str, Visit]] = {
    "games_intervention_by_id_c70a641d": found(Intervention, moderators),
    "games_intervention_game_id_77072d44": lambda site: rows_read(site.game, None),
    "intervention_by_kind": listed(Intervention, kind__exact="pass"),
    "games_peek_game_id_98bc5837": lambda site: game_peeks(site.game),
    "peek_by": found(Peek, moderators),
    "games_report_claimed_by_id_ad22d86e": found(Report, moderators),
    "games_report_game_id_4974915a": lambda site: game_reports(site.game, site.boss),
    "games_report_sanction_id_b719d949": lambda site: decision_case(Sanction.objects.all()[0].pk, site.boss),
    "games_reportnote_report_id_387a7f58": lambda site: report_case(Report.objects.all()[0], site.boss),
    "report_by_accused": found(Report, persons),
    "report_by_kind": listed(Report, kind__exact="profile", state="all"),
    "report_by_reporter": found(Report, persons),
    "report_by_status": listed(Report, state="judged"),
    "report_by_time": reports_collected,
    "report_open": lambda site: overview(site.boss),
    "games_signal_game_id_a29e7669": lambda site: game_signals(site.game, site.boss),
    "signal_by_kind": listed(Signal, kind__exact="mass", state="all"),
    "signal_open": listed(Signal),
}
QUERIES: Final = ACCOUNTS | PLAY | TALK | MODERATION
