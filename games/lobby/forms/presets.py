"""Ready-made new games, each created by one button."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.clocks import Pace
from games.lobby.bot_words import bot_title
from games.lobby.forms.new_game import DEFAULT_BOT, DEFAULT_PACE, DEFAULT_SEATS, SINGLE_HAND, NewGameForm, bot_choices
from games.models import Game

LIVE_PACE: Final = Game.Pace.M3
# Fields with the same name in the form and the game.
_SAME: Final = (
    "goat", "next_leader", "visibility", "pace", "timeout_action", "weekends_off", "min_reliability", "rated", "undo",
)  # fmt: skip


@dataclass(frozen=True)
class Preset:
    """A ready-made game. `game`, unsaved, has its options for the words; `form` sends them, with the `bots`."""

    key: str
    title: str | Promise
    what: str | Promise
    button: str | Promise
    game: Game
    form: NewGameForm
    bots: Sequence[str] = ()

    @property
    def bot_titles(self) -> list[str]:
        """The titles of the bots, each kind once."""
        return [bot_title(bot) for bot in dict.fromkeys(self.bots)]


def remembered_choices(last: Game | None, bots: Sequence[str]) -> dict[str, Any]:
    """The options of the person's last game and the bots it was created with, as the form calls them."""
    return {} if last is None else _choices(last, bots)


def presets(last: Game | None, bots: Sequence[str]) -> list[Preset]:
    """Rules, seats and fitting clocks are those of the person's last game."""
    return [_friends(last), _live(last), _against_bots(last, bots)]


def _friends(last: Game | None) -> Preset:
    game = _game(last, Game.Visibility.PRIVATE, _is_slow, DEFAULT_PACE)
    what = _("Private. Invite friends by name or link.")
    return Preset("friends", _("With friends"), what, _("Play with friends"), game, _hidden_form(game))


def _live(last: Game | None) -> Preset:
    game = _game(last, Game.Visibility.PUBLIC, _is_live, LIVE_PACE)
    what = _("Anyone can join. Everyone stays until the end.")
    return Preset("live", _("Live"), what, _("Play live"), game, _hidden_form(game))


def _against_bots(last: Game | None, bots: Sequence[str]) -> Preset:
    game = _game(last, Game.Visibility.PRIVATE, _is_endless, Game.Pace.NONE)
    free = game.seats_count - 1
    filling = list(bots) if len(bots) == free else [DEFAULT_BOT] * free
    what = _("Bots take the other seats and the game starts.")
    form = _hidden_form(game, filling)
    return Preset("bots", _("Against bots"), what, _("Play against bots"), game, form, filling)


def _is_slow(pace: Pace) -> bool:
    return not pace.is_live and pace is not Pace.NONE


def _is_live(pace: Pace) -> bool:
    return pace.is_live


def _is_endless(pace: Pace) -> bool:
    return pace is Pace.NONE


def _game(last: Game | None, visibility: str, fits: Callable[[Pace], bool], usual: str) -> Game:
    """A game, unsaved and unrated, with the last game's rules, and its clock if that fits."""
    game = Game(visibility=visibility, pace=usual, seats_count=DEFAULT_SEATS)
    if last is None:
        return game
    for name in ("seats_count", "target", "goat", "two_player_deck", "next_leader", "undo"):
        setattr(game, name, getattr(last, name))
    if fits(Pace(last.pace)):
        game.pace, game.timeout_action, game.weekends_off = last.pace, last.timeout_action, last.weekends_off
    return game


def _hidden_form(game: Game, bots: Sequence[str] = ()) -> NewGameForm:
    # Several forms share the page: their fields have no ids.
    return NewGameForm(initial=_choices(game, bots), auto_id=False)


def _choices(game: Game, bots: Sequence[str]) -> dict[str, Any]:
    """The game's options, by the names of the form's fields."""
    return {
        **{name: getattr(game, name) for name in _SAME},
        "seats": game.seats_count,
        "target": SINGLE_HAND if game.target is None else str(game.target),
        # Only games of two players have the choice; others get the default.
        "two_player_deck": game.two_player_deck or game.seats_count != 2,
        **{f"bots_{bot}": list(bots).count(bot) for bot, _label in bot_choices()},
    }
