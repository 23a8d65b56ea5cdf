"""Moderators' acts on games, each with words, form and service."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.staff.staff_actions import Shown, StaffAction
from games.admin.game_forms import BotForm, CancelForm, ExtendForm, PassForm, PauseForm, PersonForm, TakeBackForm
from games.models import Game
from games.moderation import acts

MODERATE = "games.moderate_game"
LOCK = "games.lock_chat"
PEEK = "games.peek_cards"


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


def _opened(game: Game, opened: acts.Opened) -> Shown:
    return Shown("admin/games/game/opened.html", {"opened": opened})


GAME_ACTS: tuple[StaffAction, ...] = (
    StaffAction(
        slug="pause", label=pgettext_lazy("act of a moderator", "Pause"), permission=MODERATE,
        service=acts.game_pause, done=_("The game is paused."),
        explanation=_(
            "The clock stands still and nobody can play until the pause ends. The players cannot end it by agreement."
        ),
        form=PauseForm, applies=_runs,
    ),
    StaffAction(
        slug="resume", label=_("Resume"), permission=MODERATE,
        service=acts.game_resume, done=_("The game has resumed."),
        explanation=_("The game goes on, with the time that was left."),
        applies=lambda game: game.status == Game.Status.PAUSED,
    ),
    StaffAction(
        slug="extend", label=_("Give more time"), permission=MODERATE,
        service=acts.game_extend, done=_("There is more time now."),
        explanation=_("The seat to act has so much longer for this turn."),
        form=ExtendForm, applies=_clock_runs,
    ),
    StaffAction(
        slug="pass", label=_("Pass for a seat"), permission=MODERATE,
        service=acts.game_pass, done=_("The turn is taken."),
        explanation=_("The seat to act passes; at a lead it lays its lowest card, as when its time runs out."),
        form=PassForm, applies=_waits_for_person, danger=True,
    ),
    StaffAction(
        slug="bot", label=_("Give a seat to a bot"), permission=MODERATE,
        service=acts.seat_to_bot, done=_("A bot holds the seat now."),
        explanation=_("A bot plays on in the seat until its player takes it back."),
        form=BotForm, applies=_runs, danger=True,
    ),
    StaffAction(
        slug="replace", label=_("Give a seat to another person"), permission=MODERATE,
        service=acts.seat_to_person, done=_("The seat has a new player."),
        explanation=_(
            "Another person takes the seat with its cards and points, for good. Who sat there sees it no more."
        ),
        form=PersonForm, applies=_runs, danger=True,
    ),
    StaffAction(
        slug="take_back", label=_("Take turns back"), permission=MODERATE,
        service=acts.turns_take_back, done=_("The turns are taken back."),
        explanation=_(
            "All turns of the running hand after the chosen one no longer count, and the game goes on from there. They "
            "stay in the log, marked, and in the record. What was ordered for turns to come lapses."
        ),
        form=TakeBackForm, applies=_runs, danger=True,
    ),
    StaffAction(
        slug="cancel", label=_("Cancel the game"), permission=MODERATE,
        service=acts.game_cancel, done=_("The game is cancelled."),
        explanation=_("The game ends without winners. This cannot be undone."),
        form=CancelForm, applies=lambda game: game.ended_at is None, danger=True,
    ),
    StaffAction(
        slug="lock_chat", label=_("Lock the chat"), permission=LOCK,
        service=acts.chat_lock, done=_("The chat is locked."),
        explanation=_("Nobody can write in this game's chat until it is opened again."),
        applies=lambda game: game.chat_locked_at is None,
    ),
    StaffAction(
        slug="unlock_chat", label=_("Open the chat"), permission=LOCK,
        service=acts.chat_unlock, done=_("The chat is open."),
        explanation=_("The players can write in this game's chat again."),
        applies=lambda game: game.chat_locked_at is not None,
    ),
    StaffAction(
        slug="unrate", label=_("Take out of the ratings"), permission=MODERATE,
        service=acts.rating_withdraw, done=_("The game counts for no rating any more."),
        explanation=_(
            "The result counts for nobody's rating any more; all ratings since are worked out again without it."
        ),
        applies=lambda game: _was_rated(game) and game.counts_for_rating, danger=True,
    ),
    StaffAction(
        slug="rate", label=_("Count for the ratings"), permission=MODERATE,
        service=acts.rating_restore, done=_("The game counts for the ratings."),
        explanation=_(
            "The result counts for the ratings, in its place in time; all ratings since are worked out again with it."
        ),
        applies=lambda game: _was_rated(game) and not game.counts_for_rating,
    ),
    StaffAction(
        slug="rebuild", label=_("Rebuild from the turns"), permission=MODERATE,
        service=acts.game_rebuild_by, done=_("The game's state is made anew from its turns."),
        explanation=_(
            "What the site keeps beside the turns is worked out from them once more. Nothing changes for the players "
            "unless something was wrong."
        ),
        applies=lambda game: game.started_at is not None,
    ),
    StaffAction(
        slug="open", label=_("Open the hidden cards"), permission=PEEK,
        service=acts.cards_open, done=_opened,
        explanation=_(
            "You see at once what every seat holds. That you looked is written down with your reason, and the players "
            "read it after the game. You can take no seat in this game afterwards, and as long as this hand "
            "runs it is for another moderator to decide how it goes on."
        ),
        applies=_runs, danger=True,
    ),
)  # fmt: skip
