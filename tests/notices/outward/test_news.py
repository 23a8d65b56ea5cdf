"""Messages are true, in the reader's language and time, and never show a card."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Deadline, Game, Intervention, Invitation, Notice
from games.notices.outward import News, notice_news
from games.notices.subjects import ACT_WORDS
from games.people.preference_selectors import MANDATORY_KINDS
from tests.factories import seat_to_act, state_of
from tests.games_laid import finished_game, lay_game
from tests.notices.outward.targets import make_notice
from tests.notices.told_rows import WITHOUT_GAME, about_of, make_act

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return lay_game([alice, bob], NewGame(seats=2, name="Long night", target=None))


def told(game: Game, user: User, kind: Notice.Kind) -> News:
    other = next(seat.user for seat in game.seats.select_related("user") if seat.user != user)
    own = None if kind in WITHOUT_GAME else game
    return notice_news(make_notice(own, user, kind, about=about_of(kind, game, user, other)))


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Notice.Kind.TURN, "Your turn in Long night."),
        (Notice.Kind.REMINDER, "Long night is waiting for you."),
        (Notice.Kind.TIMEOUT, "Your time ran out in Long night."),
        (Notice.Kind.JOINED, "You’ve joined Long night."),
        (Notice.Kind.STARTED, "Long night has started."),
        (Notice.Kind.MODERATION, "The site team changed Long night."),
    ],
)
def test_each_kind_has_its_words(game: Game, alice: User, kind: Notice.Kind, words: str) -> None:
    assert told(game, alice, kind).words == words


def test_every_kind_can_be_told(game: Game, alice: User) -> None:
    for kind in Notice.Kind:
        news = told(game, alice, kind)
        assert news.kind == kind
        if kind in MANDATORY_KINDS:
            assert (news.game, news.title, news.version) == ("", settings.SITE_NAME, 0)
            assert news.address.startswith(f"{settings.PUBLIC_URL}/settings/")
        elif kind == Notice.Kind.TABLE:
            assert (news.words, news.address) == ("bob invites you to a standing table.", f"{settings.PUBLIC_URL}/")
        elif kind == Notice.Kind.OPTIONS:
            assert news.words == "Thursday has new options. Pace: 1 day a turn → 3 days a turn."
            assert "/t/" in news.address
        elif kind == Notice.Kind.HAND:
            assert (news.words, news.address) == ("Today’s hand is out.", f"{settings.PUBLIC_URL}/daily/")
        elif kind == Notice.Kind.MESSAGE:
            assert (news.words, news.address) == ("bob wrote you a message.", f"{settings.PUBLIC_URL}/messages/bob/")
        else:
            assert game.title in news.words


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Notice.Kind.SANCTION, "We’ve made a decision about your account."),
        (Notice.Kind.APPEAL, "We’ve answered your appeal."),
        (Notice.Kind.REPORT, "We’ve answered your report."),
        (Notice.Kind.MENTION, "bob mentioned you in Long night."),
    ],
)
def test_what_is_said_of_people_stays_on_the_site(game: Game, alice: User, kind: Notice.Kind, words: str) -> None:
    """Others may see the screen or the room."""
    assert told(game, alice, kind).words == words


@pytest.mark.parametrize("kind", Intervention.Kind)
def test_what_a_moderator_did_is_said_without_its_reason(game: Game, alice: User, bob: User, kind: str) -> None:
    act = make_act(game, bob, kind, seat=0)
    words = notice_news(make_notice(game, alice, Notice.Kind.MODERATION, about=act.pk)).words
    assert words == f"Long night: {ACT_WORDS[kind]}."
    assert act.reason not in words


def test_a_turn_says_when_it_is_due_in_the_readers_time(game: Game) -> None:
    user = seat_to_act(game).user
    user.time_zone = "Asia/Tokyo"
    due_at = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
    Deadline.objects.filter(game=game).update(due_at=due_at)
    news = told(game, user, Notice.Kind.TURN)
    assert news.deadline_at == due_at
    assert news.deadline_words == "Due 22 Nov 2026, 03:00."
    assert told(game, user, Notice.Kind.STARTED).deadline_at is None


def test_a_stopped_clock_has_no_moment(game: Game) -> None:
    Deadline.objects.filter(game=game).update(due_at=None)
    news = told(game, seat_to_act(game).user, Notice.Kind.TURN)
    assert (news.deadline_at, news.deadline_words) == (None, "")


@pytest.mark.parametrize(("kind", "told_at"), [(Notice.Kind.TURN, False), (Notice.Kind.REMINDER, True)])
def test_without_a_pace_only_the_reminder_has_a_moment(
    alice: User,
    bob: User,
    kind: Notice.Kind,
    told_at: bool,  # noqa: FBT001 # a parameter of the test
) -> None:
    endless = lay_game([alice, bob], NewGame(seats=2, pace="none"))
    news = told(endless, seat_to_act(endless).user, kind)
    assert (news.deadline_at is not None, bool(news.deadline_words)) == (told_at, told_at)


def test_the_waiting_games_are_counted(game: Game, alice: User, bob: User) -> None:
    acts = seat_to_act(game).user
    other = bob if acts == alice else alice
    assert told(game, acts, Notice.Kind.TURN).waiting == 1
    assert told(game, other, Notice.Kind.STARTED).waiting == 0


def test_an_invitation_names_its_sender(game: Game, alice: User, charlie: User) -> None:
    Invitation.objects.create(game=game, user=charlie, invited_by=alice, created_at=timezone.now())
    assert told(game, charlie, Notice.Kind.INVITATION).words == "alice invites you to Long night."


def test_the_end_names_the_winner(alice: User, bob: User) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two", name="Long night")
    winners = {seat.user.name for seat in game.seats.filter(is_winner=True)}
    words = told(game, alice, Notice.Kind.OVER).words
    assert words.startswith("Long night is over. Winner: ")
    assert set(words.removesuffix(".").split(": ")[1].split(", ")) == winners


def test_a_cancelled_game_is_called_that(game: Game, alice: User) -> None:
    game.status = Game.Status.CANCELLED
    assert told(game, alice, Notice.Kind.OVER).words == "Long night was cancelled."


def test_no_card_is_told(game: Game, alice: User) -> None:
    names = {str(card) for cards in state_of(game).hands for card in cards}
    for kind in Notice.Kind:
        news = told(game, alice, kind)
        assert not names & set(f"{news.words} {news.title} {news.deadline_words}".replace(".", "").split())


def test_the_same_notice_has_the_same_id_at_each_try(game: Game, alice: User) -> None:
    notice = make_notice(game, alice)
    assert notice_news(notice).id == notice_news(Notice.objects.get(pk=notice.pk)).id
    assert notice_news(notice).id != told(game, alice, Notice.Kind.STARTED).id
