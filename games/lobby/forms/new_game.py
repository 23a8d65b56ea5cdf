"""Forms for new games and the queue."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundWidget
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.visible_text import NameField
from games import bots
from games.clocks import Pace
from games.engine import TARGETS
from games.lobby.bot_words import WAYS, bot_record, bot_title
from games.models import Game
from games.models.game import NAME_MAX
from games.models.game_setup import GameSetup
from games.people.reliability import GATES

SEATS = [(seats, str(seats)) for seats in range(2, 7)]
SINGLE_HAND = "hand"
DEFAULT_BOT = "hirdman"
DEFAULT_SEATS = 3
DEFAULT_PACE = Game.Pace.D1
# Short labels, shown side by side.
PACES = [
    (Game.Pace.S60, _("60 seconds")),
    (Game.Pace.M3, _("3 minutes")),
    (Game.Pace.H1, _("1 hour")),
    (Game.Pace.H8, _("8 hours")),
    (Game.Pace.D1, _("1 day")),
    (Game.Pace.D2, _("2 days")),
    (Game.Pace.D3, _("3 days")),
    (Game.Pace.D7, _("7 days")),
    (Game.Pace.D14, _("14 days")),
    (Game.Pace.NONE, capfirst(_("no limit"))),
]


def bot_choices() -> list[tuple[str, str]]:
    """The bots to choose from, strongest first."""
    return [(name, bot_title(name)) for name in reversed(bots.names())]


class SetupForm(forms.Form):
    """The rules and clock of a game, or of the games of a standing table."""

    name = NameField(
        label=_("Name"),
        max_length=NAME_MAX,
        required=False,
    )
    seats = forms.TypedChoiceField(
        label=capfirst(_("players")),
        choices=SEATS,
        coerce=int,
        initial=DEFAULT_SEATS,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose 2 to 6 players.")},
    )
    target = forms.ChoiceField(
        label=_("Target"),
        choices=[*((str(points), str(points)) for points in TARGETS), (SINGLE_HAND, _("Single hand"))],
        initial="15",
        widget=forms.RadioSelect,
        help_text=_("Points that end the game. Each card left is a point. 15 takes four or five hands."),
    )
    pace = forms.ChoiceField(
        label=_("Time for a turn"),
        choices=PACES,
        initial=DEFAULT_PACE,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose a pace.")},
    )
    timeout_action = forms.ChoiceField(
        label=_("When time is up"),
        choices=[
            (Game.TimeoutAction.PASS, _("The player passes, or leads their lowest card")),
            (Game.TimeoutAction.CARETAKER, _("A stand-in bot takes the turn")),
        ],
        initial=Game.TimeoutAction.PASS,
        widget=forms.RadioSelect,
        help_text=_("After three timeouts in a row a stand-in bot plays on. The player can come back any time."),
    )
    weekends_off = forms.BooleanField(
        label=capfirst(_("weekends off")),
        required=False,
        help_text=_("Clocks stop on Saturdays and Sundays, in each player’s time zone."),
    )
    rated = forms.BooleanField(
        label=capfirst(_("rated")),
        required=False,
        help_text=_(
            "Counts for everyone’s rating, against people or bots. No take-backs, and no hints against people."
        ),
    )
    undo = forms.BooleanField(
        label=_("Allow take-backs"),
        required=False,
        initial=True,
        help_text=_(
            "You can take back your last turn until someone else plays, three times a hand. Not in live or rated games."
        ),
    )
    two_player_deck = forms.BooleanField(
        label=_("Leave out two colours"),
        required=False,
        initial=True,
        help_text=_("The colours are random. With all six, sets are rarer."),
    )
    goat = forms.BooleanField(
        label=_("Play with the goat"),
        required=False,
        help_text=_("One extra card, number 0. It fits any colour and counts as 5 points if you’re left with it."),
    )
    next_leader = forms.ChoiceField(
        label=_("Next leader"),
        choices=[
            (Game.NextLeader.LEFT, _("The player to the left of the last leader")),
            (Game.NextLeader.LAST, _("The player who played last")),
        ],
        initial=Game.NextLeader.LEFT,
        widget=forms.RadioSelect,
    )

    def live_paces(self) -> list[BoundWidget]:
        return self._paces(pace for pace in Pace if pace.is_live)

    def slow_paces(self) -> list[BoundWidget]:
        return self._paces(pace for pace in Pace if not pace.is_live)

    def _paces(self, paces: Iterable[Pace]) -> list[BoundWidget]:
        radios = {radio.data["value"]: radio for radio in self["pace"]}
        return [radios[pace.value] for pace in paces if pace.value in radios]

    def clean(self) -> dict[str, Any]:
        """Refuse stand-in bots in rated games."""
        cleaned = super().clean() or self.cleaned_data
        # Without a time limit the page hides the time-out action.
        timed = cleaned.get("pace") != Game.Pace.NONE
        if timed and cleaned.get("rated") and cleaned.get("timeout_action") == Game.TimeoutAction.CARETAKER:
            self.add_error(None, _("In rated games, players pass when time is up."))
        return cleaned

    def options(self) -> dict[str, Any]:
        """The chosen options of a NewGame. The form has to be valid."""
        chosen = self.cleaned_data
        return {
            "seats": chosen["seats"],
            "target": None if chosen["target"] == SINGLE_HAND else int(chosen["target"]),
            "goat": chosen["goat"],
            "two_player_deck": chosen["two_player_deck"],
            "next_leader": chosen["next_leader"],
            "pace": chosen["pace"],
            "timeout_action": Game.TimeoutAction.PASS if chosen["pace"] == Game.Pace.NONE else chosen["timeout_action"],
            "undo": chosen["undo"],
            "rated": chosen["rated"],
            "weekends_off": chosen["weekends_off"] and Pace(chosen["pace"]).may_stop,
            "name": " ".join(chosen["name"].split()),
        }


def setup_choices(setup: GameSetup) -> dict[str, Any]:
    """The options by the names of the form's fields: the inverse of `SetupForm.options`, without the name."""
    same = ("goat", "two_player_deck", "next_leader", "pace", "timeout_action", "weekends_off", "rated", "undo")
    target = SINGLE_HAND if setup.target is None else str(setup.target)
    return {name: getattr(setup, name) for name in same} | {"seats": setup.seats_count, "target": target}


class NewGameForm(SetupForm):
    visibility = forms.ChoiceField(
        label=_("Who can join"),
        choices=[
            (Game.Visibility.PUBLIC, _("Anyone. Listed under open games, and anyone can watch")),
            (Game.Visibility.PRIVATE, _("Invited players, or anyone with the link")),
        ],
        initial=Game.Visibility.PUBLIC,
        widget=forms.RadioSelect,
    )
    min_reliability = forms.TypedChoiceField(
        label=_("Minimum turns on time"),
        choices=[("", pgettext_lazy("turns in time", "Any"))]
        + [(str(gate), format_lazy(_("{gate}%"), gate=gate)) for gate in GATES],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("The share of their recent turns they took on time. New and invited players can join anyway."),
    )

    def __init__(self, data: Any = None, *, invited: int = 0, **options: Any) -> None:
        """`invited`: the number of people who need a seat besides the host."""
        super().__init__(data, **options)
        self.invited = invited
        for name, label in bot_choices():
            self.fields[f"bots_{name}"] = forms.TypedChoiceField(
                label=label,
                help_text=str(WAYS[name]),
                choices=[(count, str(count)) for count in range(6)],
                coerce=int,
                initial=0,
                required=False,
                empty_value=None,
            )

    def bot_fields(self, won: Mapping[str, int]) -> list[forms.BoundField]:
        """The bots' fields, strongest first, with the share of games that each has `won`."""
        fields = {name: self[f"bots_{name}"] for name, _label in bot_choices()}
        for name in fields.keys() & won.keys():
            fields[name].help_text = f"{WAYS[name]} {bot_record(won[name])}"
        return list(fields.values())

    def clean(self) -> dict[str, Any]:
        """Keep seats for the host and the invited."""
        cleaned = super().clean()
        seats = cleaned.get("seats")
        if seats is not None and len(self.bots()) > (room := seats - 1 - self.invited):
            raise ValidationError(
                _("Too many bots. For %(seats)s players, choose %(room)s at most."),
                params={"seats": seats, "room": room},
            )
        return cleaned

    def bots(self) -> list[str]:
        return [name for name, _label in bot_choices() for _seat in range(self.cleaned_data.get(f"bots_{name}") or 0)]

    def options(self) -> dict[str, Any]:
        """The chosen options. The form has to be valid."""
        chosen = self.cleaned_data
        more = {"visibility": chosen["visibility"], "min_reliability": chosen["min_reliability"], "bots": self.bots()}
        return super().options() | more


class PlayNowForm(forms.Form):
    seats = forms.TypedChoiceField(
        label=capfirst(_("players")), choices=SEATS, coerce=int, initial=DEFAULT_SEATS, required=False, empty_value=None
    )
    bot = forms.ChoiceField(label=_("Bots"), choices=bot_choices, initial=DEFAULT_BOT, required=False)

    def options(self) -> dict[str, Any]:
        """The options: private, without time limit, filled with the bot. The form has to be valid."""
        seats: int = self.cleaned_data["seats"] or DEFAULT_SEATS
        bot = self.cleaned_data["bot"] or DEFAULT_BOT
        return {
            "seats": seats,
            "visibility": Game.Visibility.PRIVATE,
            "pace": Game.Pace.NONE,
            "bots": [bot] * (seats - 1),
        }


class QueueForm(forms.Form):
    seats = forms.TypedChoiceField(
        label=capfirst(_("players")), choices=SEATS, coerce=int, initial=DEFAULT_SEATS, widget=forms.RadioSelect
    )
    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=[(pace.value, pace.label) for pace in (Game.Pace.D1, Game.Pace.M3)],
        initial=Game.Pace.D1,
        widget=forms.RadioSelect,
    )
