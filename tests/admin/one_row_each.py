"""A row of each model that has pages in the admin."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db.models import Model
from django.utils import timezone

from accounts.models import (
    AccessBan,
    AccountMail,
    Appeal,
    AuditEntry,
    DoubleAccount,
    NetworkTrace,
    RegistrationLink,
    Sanction,
    SitePage,
    SiteState,
    User,
    WaitingAccount,
)
from games.models import (
    CannedAnswer,
    ChatLine,
    Game,
    GameEvent,
    HookDelivery,
    ImportedRecord,
    Intervention,
    Invitation,
    League,
    LeagueMember,
    Notice,
    OperatorHook,
    Peek,
    Position,
    Publication,
    QueueEntry,
    Rating,
    RatingChange,
    Report,
    SeasonStanding,
    Signal,
    StandingMember,
    StandingTable,
    TakeBack,
    WeeklyResult,
)
from games.weekly.calendar import this_week
from games.weekly.hands import hands_deal
from tests.factories import make_person, make_staff, rng_of, take_turn
from tests.games_laid import lay_game

STALLED = {"games": 9, "let_down": 8, "days": 90, "late": 20, "turns": 90, "left": 2, "usual": 0.05}


def one_row_each() -> list[Model]:
    """All but an account of a bot, which comes with the bot's first seat."""
    at = timezone.now()
    alice, bob, mona = make_person("alice"), make_person("bob"), make_staff("mona", "moderator")
    game = lay_game([alice, bob])
    return [
        *_account_rows(alice, bob, mona, at),
        *_table_rows(game, mona, at),
        *_people_rows(game, alice, bob, mona, at),
        *_rating_rows(game, bob, at),
    ]


def _account_rows(alice: User, bob: User, mona: User, at: datetime) -> list[Model]:
    """Rows that the accounts' pages show of three people, and the site's own pages."""
    sanction = Sanction.objects.create(
        user=bob, kind=Sanction.Kind.MUTE, reason="Words.", by=mona, created_at=at, ends_at=at + timedelta(days=1)
    )
    return [
        *(alice, EmailAddress.objects.get(user=alice), sanction),
        Appeal.objects.create(sanction=sanction, text="No.", created_at=at),
        DoubleAccount.objects.create(first=alice, second=bob, by=mona, created_at=at, reason="Same."),
        NetworkTrace.objects.create(user=bob, address="192.0.2.1", first_seen_at=at, last_seen_at=at),
        AccountMail.objects.create(user=bob, kind="account/email/password_changed", expires_at=at),
        AuditEntry.objects.create(at=at, actor=mona.pk, action="person.mute", person=bob.pk, reason="Words."),
        SitePage.objects.create(slug="terms", language="en", body="Play.", changed_at=at, changed_by=mona),
        SiteState.objects.create(changed_at=at),
        RegistrationLink.objects.create(name="Club", token="t" * 22, most=9, created_at=at, ends_at=at),
        AccessBan.objects.create(kind="network", value="192.0.2.0/24", reason="Spam.", created_at=at),
        WaitingAccount.objects.create(user=bob, asked_at=at),
    ]


def _table_rows(game: Game, mona: User, at: datetime) -> list[Model]:
    """Rows of a game's own tables once two turns are taken and a moderator has acted."""
    for _turn in range(2):
        take_turn(game, rng_of(1))
    hand = game.hands.get()
    return [
        *(game, game.seats.order_by("pk")[0], hand, hand.moves.order_by("pk")[0]),
        GameEvent.objects.create(
            game=game, kind="return", seat=0, hand_number=1, after_turn=0, version=1, created_at=at
        ),
        TakeBack.objects.create(hand=hand, kept=1, last=2, actor=mona, version=3, created_at=at),
        Intervention.objects.create(game=game, kind="extend", by=mona, version=3, reason="Late.", created_at=at),
        Publication.objects.create(game=game, asked_by=0, agreed=[0], asked_at=at),
        Peek.objects.create(game=game, by=mona, hand_number=1, after_turn=1, reason="Odd.", created_at=at),
    ]


def _people_rows(game: Game, alice: User, bob: User, mona: User, at: datetime) -> list[Model]:
    """Texts and notifications of people, and cases that wait for moderators."""
    table = StandingTable.objects.create(owner=alice, seats_count=6, created_at=at)
    league = League.objects.create(
        founder=alice, seats_count=3, away_days=3, created_at=at, signup_ends_at=at, ends_at=at + timedelta(days=7)
    )
    line = ChatLine.objects.create(game=game, user=bob, text="Words.", created_at=at)
    return [
        line,
        Notice.objects.create(game=game, user=bob, kind="turn", version=99, due_at=at, created_at=at),
        Invitation.objects.create(game=game, user=mona, invited_by=alice, created_at=at),
        table,
        StandingMember.objects.create(table=table, user=alice, joined_at=at, in_since=at),
        ImportedRecord.objects.create(owner=alice, fingerprint="00", record={}, imported_at=at, shared_at=at),
        league,
        LeagueMember.objects.create(league=league, user=alice, joined_at=at),
        QueueEntry.objects.create(user=alice, seats_count=2, created_at=at),
        Report.objects.create(reporter=alice, accused=bob, game=game, line=line, kind="chat", created_at=at),
        Signal.objects.create(
            kind="stalling", people=[bob.pk], weight=3.0, evidence=STALLED, first_seen_at=at, last_seen_at=at
        ),
        Position.objects.create(origin="bots:1", moment="{}", kind="lead", cards=4, created_at=at),
        *_hook_rows(at),
        hands_deal(this_week())[0],
        WeeklyResult.objects.create(user=bob, week=this_week(), hands=8, points=9, finished_at=at),
        CannedAnswer.objects.create(title="Thanks", text="Thank you.", changed_at=at),
    ]


def _hook_rows(at: datetime) -> list[Model]:
    hook = OperatorHook.objects.create(
        name="Watch", events=["game.started"], hint="hooks.example.org/…", created_at=at, read_until=at
    )
    delivery = {"event": "game.started", "about": 1, "happened_at": at, "due_at": at, "status": "failed"}
    return [hook, HookDelivery.objects.create(hook=hook, **delivery)]


def _rating_rows(game: Game, bob: User, at: datetime) -> list[Model]:
    rated = {"user": bob, "pool": "people"}
    change = {"place": 1, "mu_before": 25, "sigma_before": 8, "mu": 26, "sigma": 7}
    return [
        Rating.objects.create(**rated, mu=25, sigma=8, games=1, changed_at=at),
        SeasonStanding.objects.create(**rated, season=20264, score=1000, best_score=1000, changed_at=at),
        RatingChange.objects.create(**rated, **change, game=game, season=20264, at=at),
    ]
