"""Ready-made new games, each created by one button."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.forms.boundfield import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.clocks import Pace
from games.lobby.bot_words import bot_title
from games.lobby.forms.new_game import (
    DEFAULT_BOT,
    DEFAULT_PACE,
    DEFAULT_SEATS,
    NewGameForm,
    bot_choices,
    setup_choices,
)
from games.lobby.selectors import GameKind, Hosted
from games.models import Game

LIVE_PACE: Final = Game.Pace.M3


@dataclass(frozen=True)
class Preset:
    """A ready-made game. `game`, unsaved, has its options for the words; `form` sends them, with the `bots`. If it
    `asks_seats`, the person chooses the number of players on the card.
    """

    kind: GameKind
    title: str | Promise
    what: str | Promise
    button: str | Promise
    game: Game
    form: NewGameForm
    bots: Sequence[str] = ()
    asks_seats: bool = False

    @property
    def bot_titles(self) -> list[str]:
        """The titles of the bots, each kind once."""
        return [bot_title(bot) for bot in dict.fromkeys(self.bots)]

    def hidden_fields(self) -> list[BoundField]:
        return [field for field in self.form if not (self.asks_seats and field.name == "seats")]


def presets(hosted: Mapping[GameKind, Hosted]) -> list[Preset]:
    """Rules, seats and fitting clocks are those of the person's last game of the same kind."""
    return [_friends(hosted.get(GameKind.FRIENDS)), _live(hosted.get(GameKind.LIVE)), _bots(hosted.get(GameKind.BOTS))]


def option_choices(preset: Preset, last: Hosted | None) -> dict[str, Any]:
    """The first values of the form of all options: those of the last game of the preset's kind, or the preset's."""
    return dict(preset.form.initial) if last is None else _choices(last.game, last.bots)


def _friends(last: Hosted | None) -> Preset:
    game = _game(last, Game.Visibility.PRIVATE, lambda pace: not pace.is_live and pace is not Pace.NONE, DEFAULT_PACE)
    what, button = _("Private. Invite friends by name or link."), _("Play with friends")
    return Preset(GameKind.FRIENDS, _("With friends"), what, button, game, _card_form(game), asks_seats=True)


def _live(last: Hosted | None) -> Preset:
    game = _game(last, Game.Visibility.PUBLIC, lambda pace: pace.is_live, LIVE_PACE)
    what = _("Anyone can join. Everyone stays until the end.")
    return Preset(GameKind.LIVE, _("Live"), what, _("Play live"), game, _card_form(game))


def _bots(last: Hosted | None) -> Preset:
    game = _game(last, Game.Visibility.PRIVATE, lambda pace: pace is Pace.NONE, Game.Pace.NONE)
    filling = last.bots if last is not None else (DEFAULT_BOT,) * (game.seats_count - 1)
    what, button = _("Bots take the other seats and the game starts."), _("Play against bots")
    return Preset(GameKind.BOTS, _("Against bots"), what, button, game, _card_form(game, filling), filling)


def _game(last: Hosted | None, visibility: str, fits: Callable[[Pace], bool], usual: str) -> Game:
    """A game, unsaved and unrated, with the last game's rules, and its clock if that fits."""
    game = Game(visibility=visibility, pace=usual, seats_count=DEFAULT_SEATS)
    if last is None:
        return game
    for name in ("seats_count", "target", "goat", "two_player_deck", "next_leader", "undo"):
        setattr(game, name, getattr(last.game, name))
    if fits(Pace(last.game.pace)):
        for name in ("pace", "timeout_action", "weekends_off"):
            setattr(game, name, getattr(last.game, name))
    return game


def _card_form(game: Game, bots: Sequence[str] = ()) -> NewGameForm:
    # Several forms share the page: their fields have no ids.
    return NewGameForm(initial=_choices(game, bots), auto_id=False)


def _choices(game: Game, bots: Sequence[str]) -> dict[str, Any]:
    """The game's options, by the names of the form's fields."""
    return {
        **setup_choices(game),
        "visibility": game.visibility,
        "min_reliability": game.min_reliability,
        # Only games of two players have the choice; others get the default.
        "two_player_deck": game.two_player_deck or game.seats_count != 2,
        **{f"bots_{bot}": list(bots).count(bot) for bot, _label in bot_choices()},
    }
