"""What staff may do to a game: each act with its words, its form and the service that does it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.staff_actions import Shown, StaffAction
from games.admin.game_forms import BotForm, CancelForm, ExtendForm, PassForm, PauseForm, PersonForm, TakeBackForm
from games.models import Game
from games.services import moderation

MODERATE = "games.moderate_game"
LOCK = "games.lock_chat"
PEEK = "games.peek_cards"

Values = Mapping[str, Any]


def _runs(game: Game) -> bool:
    return game.status in (Game.Status.RUNNING, Game.Status.PAUSED)


def _plays(game: Game) -> bool:
    return game.status == Game.Status.RUNNING


def _waits_for_person(game: Game) -> bool:
    return _plays(game) and not game.bot_acts


def _clock_runs(game: Game) -> bool:
    return _waits_for_person(game) and game.pace != Game.Pace.NONE


def _was_rated(game: Game) -> bool:
    return game.rated and game.started_at is not None and game.ended_at is not None


def _pause(actor: User, game: Game, given: Values) -> str:
    moderation.game_pause(actor=actor, public_id=game.public_id, reason=given["reason"], days=given["days"])
    return gettext("The game is paused.")


def _resume(actor: User, game: Game, given: Values) -> str:
    moderation.game_resume(actor=actor, public_id=game.public_id, reason=given["reason"])
    return gettext("The game goes on.")


def _extend(actor: User, game: Game, given: Values) -> str:
    moderation.game_extend(actor=actor, public_id=game.public_id, reason=given["reason"], hours=given["hours"])
    return gettext("There is more time now.")


def _pass(actor: User, game: Game, given: Values) -> str:
    moderation.game_pass(actor=actor, public_id=game.public_id, reason=given["reason"], seat=given["seat"])
    return gettext("The turn is taken.")


def _to_bot(actor: User, game: Game, given: Values) -> str:
    moderation.seat_to_bot(
        actor=actor, public_id=game.public_id, reason=given["reason"], seat=given["seat"], bot=given["bot"]
    )
    return gettext("A bot holds the seat now.")


def _to_person(actor: User, game: Game, given: Values) -> str:
    moderation.seat_to_person(
        actor=actor, public_id=game.public_id, reason=given["reason"], seat=given["seat"], handle=given["handle"]
    )
    return gettext("The seat has a new player.")


def _take_back(actor: User, game: Game, given: Values) -> str:
    moderation.turns_take_back(
        actor=actor,
        public_id=game.public_id,
        reason=given["reason"],
        hand=given["hand"],
        keep=given["keep"],
        version=given["version"],
    )
    return gettext("The turns are taken back.")


def _cancel(actor: User, game: Game, given: Values) -> str:
    moderation.game_cancel(
        actor=actor,
        public_id=game.public_id,
        reason=given["reason"],
        counts_for_rating=given["counts_for_rating"],
    )
    return gettext("The game is cancelled.")


def _lock(actor: User, game: Game, given: Values) -> str:
    moderation.chat_lock(actor=actor, public_id=game.public_id, reason=given["reason"])
    return gettext("The chat is locked.")


def _unlock(actor: User, game: Game, given: Values) -> str:
    moderation.chat_unlock(actor=actor, public_id=game.public_id, reason=given["reason"])
    return gettext("The chat is open.")


def _unrate(actor: User, game: Game, given: Values) -> str:
    moderation.rating_withdraw(actor=actor, public_id=game.public_id, reason=given["reason"])
    return gettext("The game counts for no rating any more.")


def _rate(actor: User, game: Game, given: Values) -> str:
    moderation.rating_restore(actor=actor, public_id=game.public_id, reason=given["reason"])
    return gettext("The game counts for the ratings.")


def _rebuild(actor: User, game: Game, given: Values) -> str:
    moderation.game_rebuild_by(actor=actor, public_id=game.public_id, reason=given["reason"])
    return gettext("The game's state is made anew from its turns.")


def _open(actor: User, game: Game, given: Values) -> Shown:
    opened = moderation.cards_open(actor=actor, public_id=game.public_id, reason=given["reason"])
    return Shown("admin/games/game/opened.html", {"opened": opened})


GAME_ACTS: tuple[StaffAction, ...] = (
    StaffAction(
        "pause", pgettext_lazy("act of a moderator", "Pause"),
        _("The clock stands still and nobody can play until the pause ends. The players cannot end it by agreement."),
        MODERATE, _pause, PauseForm, _runs,
    ),
    StaffAction(
        "resume", _("Resume"), _("The game goes on, with the time that was left."),
        MODERATE, _resume, applies=lambda game: game.status == Game.Status.PAUSED,
    ),
    StaffAction(
        "extend", _("Give more time"), _("The seat to act has so much longer for this turn."),
        MODERATE, _extend, ExtendForm, _clock_runs,
    ),
    StaffAction(
        "pass", _("Pass for a seat"),
        _("The seat to act passes; at a lead it lays its lowest card, as when its time runs out."),
        MODERATE, _pass, PassForm, _waits_for_person, danger=True,
    ),
    StaffAction(
        "bot", _("Give a seat to a bot"), _("A bot plays on in the seat until its player takes it back."),
        MODERATE, _to_bot, BotForm, _runs, danger=True,
    ),
    StaffAction(
        "replace", _("Give a seat to another person"),
        _("Another person takes the seat with its cards and points, for good. Who sat there sees it no more."),
        MODERATE, _to_person, PersonForm, _runs, danger=True,
    ),
    StaffAction(
        "take_back", _("Take turns back"),
        _("All turns of the running hand after the chosen one no longer count, and the game goes on from there. They "
          "stay in the log, marked, and in the record. What was ordered for turns to come lapses."),
        MODERATE, _take_back, TakeBackForm, _runs, danger=True,
    ),
    StaffAction(
        "cancel", _("Cancel the game"), _("The game ends without winners. This cannot be undone."),
        MODERATE, _cancel, CancelForm, lambda game: game.ended_at is None, danger=True,
    ),
    StaffAction(
        "lock_chat", _("Lock the chat"), _("Nobody can write in this game's chat until it is opened again."),
        LOCK, _lock, applies=lambda game: game.chat_locked_at is None,
    ),
    StaffAction(
        "unlock_chat", _("Open the chat"), _("The players can write in this game's chat again."),
        LOCK, _unlock, applies=lambda game: game.chat_locked_at is not None,
    ),
    StaffAction(
        "unrate", _("Take out of the ratings"),
        _("The result counts for nobody's rating any more; all ratings since are worked out again without it."),
        MODERATE, _unrate, applies=lambda game: _was_rated(game) and game.counts_for_rating, danger=True,
    ),
    StaffAction(
        "rate", _("Count for the ratings"),
        _("The result counts for the ratings, in its place in time; all ratings since are worked out again with it."),
        MODERATE, _rate, applies=lambda game: _was_rated(game) and not game.counts_for_rating,
    ),
    StaffAction(
        "rebuild", _("Rebuild from the turns"),
        _("What the site keeps beside the turns is worked out from them once more. Nothing changes for the players "
          "unless something was wrong."),
        MODERATE, _rebuild, applies=lambda game: game.started_at is not None,
    ),
    StaffAction(
        "open", _("Open the hidden cards"),
        _("You see at once what every seat holds. That you looked is written down with your reason, and the players "
          "read it after the game. You can take no seat in this game afterwards, and as long as this hand "
          "runs it is for another moderator to decide how it goes on."),
        PEEK, _open, applies=_runs, danger=True,
    ),
)  # fmt: skip
