"""Moderators' acts on games, each with words, form and service."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.staff.staff_actions import ResultPage, StaffAction
from games.admin.game.forms import BotForm, CancelForm, ExtendForm, PassForm, PauseForm, PersonForm, TakeBackForm
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


def _opened(game: Game, opened: acts.OpenedCards) -> ResultPage:
    return ResultPage("admin/games/game/opened.html", {"opened": opened})


GAME_ACTS: tuple[StaffAction, ...] = (
    StaffAction(
        slug="pause", label=pgettext_lazy("act of a moderator", "Pause"), permission=MODERATE,
        service=acts.game_pause,
        explanation=_("Clocks stop and nobody can play until the pause ends. Players can’t end it."),
        form=PauseForm, applies=_runs,
    ),
    StaffAction(
        slug="resume", label=_("Resume"), permission=MODERATE,
        service=acts.game_resume,
        explanation=_("The game goes on with the time that was left."),
        applies=lambda game: game.status == Game.Status.PAUSED,
    ),
    StaffAction(
        slug="extend", label=_("Give more time"), permission=MODERATE,
        service=acts.game_extend,
        explanation=_("For this turn only."),
        form=ExtendForm, applies=_clock_runs,
    ),
    StaffAction(
        slug="pass", label=_("Pass for a player"), permission=MODERATE,
        service=acts.game_pass,
        explanation=_("The player passes, or leads their lowest card"),
        form=PassForm, applies=_waits_for_person, danger=True,
    ),
    StaffAction(
        slug="bot", label=_("Give seat to a bot"), permission=MODERATE,
        service=acts.seat_to_bot,
        explanation=_("A bot plays until the player takes the seat back."),
        form=BotForm, applies=_runs, danger=True,
    ),
    StaffAction(
        slug="replace", label=_("Give seat to someone else"), permission=MODERATE,
        service=acts.seat_to_person,
        explanation=_("They get its cards and points for good. The previous player no longer sees them."),
        form=PersonForm, applies=_runs, danger=True,
    ),
    StaffAction(
        slug="take_back", label=_("Take back turns"), permission=MODERATE,
        service=acts.turns_take_back,
        explanation=_(
            "Later turns of this hand no longer count, but stay in the log and record. Planned turns are cancelled."
        ),
        form=TakeBackForm, applies=_runs, danger=True,
    ),
    StaffAction(
        slug="cancel", label=_("Cancel game"), permission=MODERATE,
        service=acts.game_cancel,
        explanation=_("The game ends with no winner. You can’t undo this."),
        form=CancelForm, applies=lambda game: game.ended_at is None, danger=True,
    ),
    StaffAction(
        slug="lock_chat", label=_("Lock chat"), permission=LOCK,
        service=acts.chat_lock,
        explanation=_("Nobody can write in this game’s chat until it’s unlocked."),
        applies=lambda game: game.chat_locked_at is None,
    ),
    StaffAction(
        slug="unlock_chat", label=_("Unlock chat"), permission=LOCK,
        service=acts.chat_unlock,
        explanation=_("Players can write in this game’s chat again."),
        applies=lambda game: game.chat_locked_at is not None,
    ),
    StaffAction(
        slug="unrate", label=_("Make unrated"), permission=MODERATE,
        service=acts.rating_withdraw,
        explanation=_("All ratings since this game are recalculated without it."),
        applies=lambda game: _was_rated(game) and game.counts_for_rating, danger=True,
    ),
    StaffAction(
        slug="rate", label=_("Make rated"), permission=MODERATE,
        service=acts.rating_restore,
        explanation=_("All ratings since this game are recalculated with it."),
        applies=lambda game: _was_rated(game) and not game.counts_for_rating,
    ),
    StaffAction(
        slug="rebuild", label=_("Rebuild from turns"), permission=MODERATE,
        service=acts.game_rebuild_by,
        explanation=_("Works everything out again from the turns. Changes nothing unless something was wrong."),
        applies=lambda game: game.started_at is not None,
    ),
    StaffAction(
        slug="open", label=_("View hidden cards"), permission=PEEK,
        service=acts.cards_open, done=_opened,
        explanation=_(
            "You see every player’s cards. Afterwards you can’t join this game or moderate it during this hand. "
            "Players read your reason after the game."
        ),
        applies=_runs, danger=True,
    ),
)  # fmt: skip
