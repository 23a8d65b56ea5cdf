"""People and games in every state that a page shows, in a database of their own."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import encrypt
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.utils import timezone

from accounts.decisions.appeals import appeal_make
from accounts.decisions.sanctions import sanction_impose
from accounts.models import Sanction, User
from accounts.sign_in import two_factor
from accounts.sign_in.allauth_internals import generate_totp_secret
from accounts.sign_in.guests import guest_make
from accounts.sign_in.mailed_links.address_returns import address_return_offer
from accounts.sign_in.unconfirmed.openers import opened_note
from accounts.sign_in.unconfirmed.services import claim_change
from games.chat.services import chat_write
from games.daily.calendar import today
from games.daily.owner import Owner
from games.daily.services import day_begin
from games.engine import HandState, Turn, cards_text, legal_turns, state_from_json
from games.history.review import review_ask, review_work
from games.lobby.invitations import person_invite
from games.lobby.services import NewGame
from games.messages.services import message_write
from games.models import Game, Hand, Move, Notice, Report, Seat, SeatReview
from games.moderation.reports import report_make
from games.notices.links.turn import link_issue
from games.people.friends import friend_accept, friend_ask
from games.play.clock.absences import absence_add
from games.play.presence import seen_version_save
from games.play.standing_orders import Order, OrderKind, orders_set
from games.play.waits.pauses import pause_want
from games.ratings.selectors import MIN_GAMES
from games.ratings.settlement import settling_sweep
from games.simulation.demo_games import game_seat, turn_take
from games.simulation.screenshots.bot_scene import bots_scene
from games.simulation.screenshots.camera import LOOKS, SIZES
from games.simulation.screenshots.daily_scenes import day_played, hand_sent_on, positions_answered
from games.simulation.screenshots.league_scene import leagues
from games.simulation.screenshots.standing_scene import standing_tables
from games.simulation.screenshots.webhook_scene import webhook_scene
from games.simulation.screenshots.weekly_scene import weekly_scene

BOTS = ("nidhogg", "ratatosk")
PEOPLE = ("astrid", "bjorn", "dagny", "eirik", "gudrun", "hallvard", "ingeborg")
BACKEND = "accounts.sign_in.backends.PersonBackend"
MAX_TURNS = 600
REVIEW_PATIENCE_S = 90
VISITS = len(SIZES) * len(LOOKS)
# Other logins of a person: days ago, address, browser.
DEVICES = (
    (3, "192.0.2.17", "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"),
    (41, "2001:db8:85a3::8a2e:370:7334", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/143.0.0.0 Safari/537.36"),
)
DESK = (0, "198.51.100.4", "Mozilla/5.0 (X11; Linux x86_64) Chrome/143.0.0.0 Safari/537.36")


@dataclass
class Scenes:
    """The scenes. `places`: values in addresses. `sessions`: a session cookie for each role."""

    places: dict[str, str | list[str]] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)

    def written(self) -> dict[str, Any]:
        return {"places": self.places, "sessions": self.sessions}


def scenes_make(language: str, rng: random.Random, *, visits: int = VISITS) -> Scenes:
    """Takes a minute. Only bots may exist in the database. `rng` decides the turns, not the deals.

    `visits`: how often each page is to be visited.
    """
    people = [_person(handle, language) for handle in PEOPLE]
    astrid, bjorn, dagny, eirik, gudrun, hallvard, ingeborg = people
    # The others have no password, so they would be asked for another proof before some pages.
    astrid.set_password(secrets.token_urlsafe())
    astrid.save(update_fields=["password"])
    scenes = Scenes()
    scenes.sessions = {"player": _session(astrid), "newcomer": _session(ingeborg), "suspended": _session(hallvard)}
    scenes.sessions["guest"] = _session(guest_make(handle="signy", time_zone="Europe/Oslo", language=language))
    scenes.sessions["staff"] = _staff_session(language)
    scenes.sessions["opener"] = _opener_session(language)
    _devices(astrid, scenes.sessions["player"])
    scenes.places["address_back"] = address_return_offer(user=astrid, address="astrid.old@localhost")
    scenes.places["player"], scenes.places["other"] = astrid.handle, bjorn.handle
    scenes.places["other_pk"], scenes.places["admin"] = str(bjorn.pk), settings.ADMIN_URL.strip("/")
    _games(scenes, astrid, [bjorn, dagny, eirik, gudrun], ScenePlayers(rng, visits))
    scenes.places["today"] = day_played([astrid, bjorn], rng)
    day_begin(day=today(), owner=Owner(ingeborg))
    positions_answered([astrid, bjorn, dagny, hallvard, ingeborg], rng)
    scenes.places["webhook"] = webhook_scene(astrid)
    scenes.places["week"] = weekly_scene([astrid, bjorn, dagny], rng)
    _judged(scenes, astrid, bjorn, hallvard)
    for other in (bjorn, dagny, ingeborg):
        friend_ask(user=other, handle=astrid.handle)
    friend_accept(user=astrid, handle=bjorn.handle)
    scenes.places["message"] = _written(astrid, bjorn)
    absence_add(
        user=bjorn, first=timezone.localdate() + timedelta(days=2), last=timezone.localdate() + timedelta(days=6)
    )
    return scenes


def _person(handle: str, language: str) -> User:
    user = User.objects.create_user(handle, f"{handle}@localhost", time_zone="Europe/Oslo", language=language)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def _session(user: User, **more: Any) -> str:
    session = SessionStore()
    session.update(
        {SESSION_KEY: str(user.pk), BACKEND_SESSION_KEY: BACKEND, HASH_SESSION_KEY: user.get_session_auth_hash()} | more
    )
    session.create()
    return str(session.session_key)


def _devices(user: User, current: str) -> None:
    """Add devices, as the site does."""
    keys = (current, *(_session(user) for _device in DEVICES))
    for key, (days, ip, agent) in zip(keys, (DESK, *DEVICES), strict=True):
        at = timezone.now() - timedelta(days=days)
        UserSession.objects.create(user=user, session_key=key, ip=ip, user_agent=agent, created_at=at, last_seen_at=at)


def _staff_session(language: str) -> str:
    """A session of staff with all permissions and two-factor login."""
    staff = _person("solveig", language)
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    app = Authenticator.objects.create(
        user=staff, type=Authenticator.Type.TOTP, data={"secret": encrypt(generate_totp_secret())}
    )
    staff.refresh_from_db()
    return _session(staff, **{two_factor.SESSION_KEY: app.pk})


def _opener_session(language: str) -> str:
    """Of a browser that opened an account and waits for its address to be confirmed."""
    user = User.objects.create_user("torunn", "", secrets.token_urlsafe(), time_zone="Europe/Oslo", language=language)
    claim_change(user=user, email="torunn@localhost")
    request = HttpRequest()
    session = request.session = SessionStore()
    opened_note(request, user, "")
    session.create()
    return str(session.session_key)


@dataclass
class ScenePlayers:
    rng: random.Random
    visits: int

    def until(self, game: Game, reached: Callable[[Game], bool]) -> Game:
        """Play until the condition holds or the game is over."""
        for _turn in range(MAX_TURNS):
            if game.status != Game.Status.RUNNING or reached(game):
                break
            turn_take(game, self.rng)
        return game

    def until_in_one(self, begin: Callable[[], Game], reached: Callable[[Game], bool]) -> Game:
        """Begin games and play them until the condition holds in one, which still runs."""
        while True:
            game = self.until(begin(), reached)
            if game.status == Game.Status.RUNNING:
                return game


def _games(scenes: Scenes, me: User, others: list[User], players: ScenePlayers) -> None:
    # Before the many games of ratings, which use up the limit on new ones.
    standing_tables(scenes.places, me, others, lambda game: players.until(game, lambda _game: False))
    leagues(scenes.places, me, others, lambda game: players.until(game, lambda _game: False))
    _running(scenes.places, me, others, players)
    _over(scenes.places, me, others[:3], players)
    _rated(me, others, players)
    bots = [_person(handle, me.language) for handle in BOTS]
    scenes.sessions["bot"] = _session(bots_scene(bots, lambda game: players.until(game, lambda _game: False)))
    # The site's worker may run it too; it is idempotent.
    settling_sweep()
    _gathering(scenes.places, me, others)


def _running(places: dict[str, str | list[str]], me: User, others: list[User], players: ScenePlayers) -> None:
    three = others[:3]
    # Without take-backs a turn's notification, and so its link, does not wait.
    four = NewGame(seats=4, undo=False)
    mine = players.until(game_seat([me, *three], four), lambda game: _waits_for(game, me) and _beats(game, me))
    places["chat_line"] = _chatted(mine, me, others)
    places["table"], places["table_pk"] = mine.public_id, str(mine.pk)
    places["mail_turn"] = _mail_link(mine, me)
    waiting = players.until(game_seat([others[0], me, others[1]], NewGame(seats=3, goat=True)), _waits_for_other(me))
    places["table_waiting"] = waiting.public_id
    undo = players.until(game_seat([me, *others[:2]], NewGame(seats=3)), _has_just_acted(me))
    places["table_undo"] = undo.public_id
    places["table_planned"] = _planned(me, others[:2], players)
    six = NewGame(seats=6, goat=True, bots=("skald",))
    # One game in forty ends before that.
    full = players.until_in_one(
        lambda: game_seat([others[3], me, *three], six),
        lambda game: _waits_for(game, me) and _beats(game, me) and _may_play(game),
    )
    _chatted(full, me, others)
    places["table_six"] = full.public_id
    two = NewGame(seats=2, pace=Game.Pace.M3)
    places["table_hand_over"] = players.until(game_seat([others[2], me], two), _hand_just_over).public_id
    watched = players.until(
        game_seat(others[:3], NewGame(seats=3)), lambda game: Hand.objects.filter(game=game).count() > 1
    )
    places["table_watched"] = watched.public_id
    paused = players.until(game_seat([me, others[1]], NewGame(seats=2)), lambda game: game.version > 8)
    for person in (me, others[1]):
        pause_want(public_id=paused.public_id, user=person, want=True)
    places["table_paused"] = paused.public_id
    places["table_since"] = [_since(me, others[:2], players) for _visit in range(players.visits)]


def _chatted(game: Game, me: User, others: list[User]) -> str:
    """Returns the number of the last line."""
    said = ((others[0], "God aften!"), (me, "Hei alle sammen"), (others[1], f"@{me.handle} https://example.org/odin"))
    *_first, last = [chat_write(public_id=game.public_id, user=author, text=text).pk for author, text in said]
    return str(last)


def _written(me: User, friend: User) -> str:
    """Returns the number of a message with a link."""
    first = message_write(user=me, handle=friend.handle, text="Hei! https://example.org/odin")
    for text in ("Fint.", "Kl. 21?"):
        message_write(user=friend, handle=me.handle, text=text)
    return str(first.pk)


def _planned(me: User, others: list[User], players: ScenePlayers) -> str:
    """A game in which `me` planned to beat the set on the table, and to go out."""
    game = players.until(game_seat([*others, me], NewGame(seats=3)), lambda game: bool(_sets_over(game, me)))
    for cards in dict.fromkeys(cards_text(turn.cards) for turn in reversed(_sets_over(game, me)[-4:])):
        order = Order(OrderKind.SET, hand=_hand(game).number, cards=cards, pickup="bot")
        orders_set(public_id=game.public_id, user=me, order=order)
    orders_set(public_id=game.public_id, user=me, order=Order(OrderKind.OTHERWISE))
    orders_set(public_id=game.public_id, user=me, order=Order(OrderKind.GO_OUT))
    return game.public_id


def _sets_over(game: Game, user: User) -> list[Turn]:
    """What a seat that waits may plan over another's set."""
    state, seat = _state(game), Seat.objects.get(game=game, held_by=user).number
    if state.table_seat is None or seat in (state.table_seat, state.to_act):
        return []
    return [turn for turn in legal_turns(replace(state, to_act=seat)) if not turn.is_pass]


def _may_play(game: Game) -> bool:
    return any(not turn.is_pass for turn in legal_turns(_state(game)))


def _hand(game: Game) -> Hand:
    return Hand.objects.get(game=game, ended_at__isnull=True)


def _state(game: Game) -> HandState:
    return state_from_json(_hand(game).state)


def _since(me: User, others: list[User], players: ScenePlayers) -> str:
    """A game that shows missed turns to `me` at the next visit only."""
    game = players.until(game_seat([me, *others], NewGame(seats=3)), lambda game: game.version > 9)
    seen_version_save(public_id=game.public_id, user=me, version=game.version)
    later = game.version + 6
    return players.until(game, lambda game: game.version > later and _waits_for(game, me)).public_id


def _over(places: dict[str, str | list[str]], me: User, others: list[User], players: ScenePlayers) -> None:
    # A single hand does where only lists name the game.
    for rated, target in ((True, None), (False, None), (True, 10)):
        new = NewGame(seats=4, target=target, rated=rated)
        over = players.until(game_seat([me, *others], new), lambda _game: False)
    places["table_over"] = over.public_id
    places["challenge"] = hand_sent_on(over, me, others)
    _reviewed(over, me)


def _rated(me: User, others: list[User], players: ScenePlayers) -> None:
    """Play until ratings have a list and a chart."""
    everybody = [me, *others]
    # Two games that are over were rated among people.
    for first in range(MIN_GAMES - 2):
        among = NewGame(seats=len(everybody), target=None, rated=True)
        players.until(game_seat(everybody[first:] + everybody[:first], among), lambda _game: False)
    # Hosted by the others, because there is a limit on one person's new games.
    for game in range(MIN_GAMES):
        with_bot = NewGame(seats=3, target=None, rated=True, bots=("berserker",))
        players.until(game_seat([others[game % len(others)], me], with_bot), lambda _game: False)


def _gathering(places: dict[str, str | list[str]], me: User, others: list[User]) -> None:
    room = game_seat([me, others[0]], NewGame(seats=4))
    person_invite(public_id=room.public_id, host=me, handle=others[1].handle)
    places["room"] = room.public_id
    private = game_seat([others[0]], NewGame(seats=3, visibility=Game.Visibility.PRIVATE))
    places["invited"] = private.invite_token
    asked = game_seat([others[1], others[2]], NewGame(seats=3))
    person_invite(public_id=asked.public_id, host=others[1], handle=me.handle)


def _reviewed(game: Game, user: User) -> None:
    review = review_ask(public_id=game.public_id, user=user)
    for _second in range(REVIEW_PATIENCE_S):
        if review.status != SeatReview.Status.ASKED:
            break
        # Where the site's worker is at it too, neither does anything twice.
        if not review_work(review_id=review.pk, done=len(review.turns)):
            time.sleep(1)
        review.refresh_from_db()


def _waits_for(game: Game, user: User) -> bool:
    return game.to_act is not None and Seat.objects.filter(game=game, number=game.to_act, held_by=user).exists()


def _has_just_acted(user: User) -> Callable[[Game], bool]:
    """With a play, at a later turn of the hand."""

    def reached(game: Game) -> bool:
        last = Move.objects.filter(hand__game=game).order_by("-version").first()
        return game.version > 6 and last is not None and last.actor_id == user.pk and last.turn != "pass"

    return reached


def _waits_for_other(user: User) -> Callable[[Game], bool]:
    return lambda game: game.version > 12 and not _waits_for(game, user)


def _beats(game: Game, user: User) -> bool:
    """Whether several cards are to beat, in a later hand in which the person has had a turn."""
    hand = Hand.objects.get(game=game, ended_at__isnull=True)
    has_acted = Move.objects.filter(hand=hand, actor=user).exists()
    return hand.number > 1 and len(hand.state["table"]) > 1 and has_acted


def _hand_just_over(game: Game) -> bool:
    hand = Hand.objects.get(game=game, ended_at__isnull=True)
    return hand.number > 1 and hand.turns_count == 0


def _mail_link(game: Game, user: User) -> str:
    rows: Iterable[Notice] = Notice.objects.filter(
        game=game, user=user, channel=Notice.Channel.MAIL, kind=Notice.Kind.TURN
    ).order_by("-pk")
    return next(address for row in rows if (address := link_issue(row))).rstrip("/").rpartition("/")[2]


def _judged(scenes: Scenes, reporter: User, accused: User, suspended: User) -> None:
    staff = User.objects.get(handle="solveig")
    report = report_make(
        user=reporter,
        kind=Report.Kind.STALLING,
        text="Zieht seit Tagen jeden Zug bis zur letzten Minute hinaus.",
        public_id=str(scenes.places["table"]),
        accused=accused.handle,
    )
    scenes.places["report"] = str(report.pk)
    sanction = sanction_impose(
        actor=staff, user=suspended, kind=Sanction.Kind.SUSPEND, reason="Mehrfach beleidigt.", days=7
    )
    appeal_make(user=suspended, sanction_id=sanction.pk, text="Das war ein Missverständnis.")
    scenes.places["sanction"] = str(sanction.pk)
