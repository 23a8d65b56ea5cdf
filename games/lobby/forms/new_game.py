"""Forms for new games and the queue."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundWidget
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games import bots
from games.clocks import Pace
from games.engine import TARGETS
from games.lobby.bot_words import WAYS, bot_title
from games.models import Game
from games.models.game import NAME_MAX
from games.people.reliability import GATES

SEATS = [(seats, str(seats)) for seats in range(2, 7)]
SINGLE_HAND = "hand"
# Many scripts and emoji need joiners, though they print nothing.
_JOINERS = "\u200c\u200d"
DEFAULT_BOT = "greedy"
GENTLE_BOT = bots.names()[0]
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
    (Game.Pace.NONE, _("No limit")),
]


def bot_choices() -> list[tuple[str, str]]:
    """Strongest first."""
    return [(name, bot_title(name)) for name in reversed(bots.names())]


def validate_shown(text: str) -> None:
    """Raises ValidationError for characters that print nothing."""
    if not all(sign.isprintable() or sign in _JOINERS for sign in text):
        raise ValidationError(_("Only letters, digits and signs that can be seen."))


class NewGameForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_MAX,
        required=False,
        validators=[validate_shown],
        help_text=format_lazy(_("Up to {most} letters, so that you find it again among your games."), most=NAME_MAX),
    )
    seats = forms.TypedChoiceField(
        label=_("Players"),
        choices=SEATS,
        coerce=int,
        initial=DEFAULT_SEATS,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("A game has 2 to 6 seats.")},
    )
    target = forms.ChoiceField(
        label=_("Points that end the game"),
        choices=[*((str(points), str(points)) for points in TARGETS), (SINGLE_HAND, _("Single hand"))],
        initial="15",
        widget=forms.RadioSelect,
        help_text=_(
            "Each card left in hand is a point; the fewest points win. 15 is usual and takes four or five hands."
        ),
    )
    visibility = forms.ChoiceField(
        label=_("Who may join"),
        choices=[
            (Game.Visibility.PUBLIC, _("Anyone: it stands among the open games, and anyone may watch")),
            (Game.Visibility.PRIVATE, _("Only who you invite by name, or who has the link")),
        ],
        initial=Game.Visibility.PUBLIC,
        widget=forms.RadioSelect,
    )
    min_reliability = forms.TypedChoiceField(
        label=_("Turns in time, at least"),
        choices=[("", _("Any"))] + [(str(gate), format_lazy("{gate} %", gate=gate)) for gate in GATES],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
        help_text=_(
            "Of all turns that somebody had to take lately, as their profile shows it. "
            "Who is new here can join all the same, and so can whom somebody at the table invites, by name or with "
            "the link."
        ),
    )
    pace = forms.ChoiceField(
        label=_("Time for a turn"),
        choices=PACES,
        initial=DEFAULT_PACE,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose one of the paces.")},
    )
    timeout_action = forms.ChoiceField(
        label=_("When a player’s time is up"),
        choices=[
            (Game.TimeoutAction.PASS, _("The player passes; at a lead their lowest card is laid")),
            (Game.TimeoutAction.CARETAKER, _("A caretaker bot takes the turn")),
        ],
        initial=Game.TimeoutAction.PASS,
        widget=forms.RadioSelect,
        help_text=_(
            "After three times in a row a caretaker bot holds the seat, so that no game hangs. "
            "Its player takes it back at any moment."
        ),
    )
    weekends_off = forms.BooleanField(
        label=_("Weekends off"),
        required=False,
        help_text=_("On Saturdays and Sundays, by the player’s own time zone, clocks stand still."),
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_(
            "The result counts for everybody’s rating: the one among people, or, with a bot at the table, the one with "
            "bots. No turn is taken back, among people nobody gets hints, and who resigns comes last."
        ),
    )
    undo = forms.BooleanField(
        label=_("Turns may be taken back"),
        required=False,
        initial=True,
        help_text=_(
            "Whoever took the last turn can take it back until somebody else acts, three times a hand, without gaining "
            "time. Everybody is told. Not in live games, nor in rated ones."
        ),
    )
    two_player_deck = forms.BooleanField(
        label=_("Take two colours out"),
        required=False,
        initial=True,
        help_text=_("For two players. Four colours, drawn by lot, stay in; with all six, sets are rarer."),
    )
    goat = forms.BooleanField(
        label=_("Play with the goat"),
        required=False,
        help_text=_("One more card, number 0. It goes with any colour, and costs 5 points to whoever is left with it."),
    )
    next_leader = forms.ChoiceField(
        label=_("Who leads the next hand"),
        choices=[
            (Game.NextLeader.LEFT, _("The player to the left of the last leader")),
            (Game.NextLeader.LAST, _("Whoever acted last in the hand before")),
        ],
        initial=Game.NextLeader.LEFT,
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
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

    def live_paces(self) -> list[BoundWidget]:
        return self._paces(pace for pace in Pace if pace.is_live)

    def slow_paces(self) -> list[BoundWidget]:
        return self._paces(pace for pace in Pace if not pace.is_live)

    def _paces(self, paces: Iterable[Pace]) -> list[BoundWidget]:
        radios = {radio.data["value"]: radio for radio in self["pace"]}
        return [radios[pace.value] for pace in paces]

    def bot_fields(self) -> list[forms.BoundField]:
        """Strongest first."""
        return [self[f"bots_{name}"] for name, _label in bot_choices()]

    def clean(self) -> dict[str, Any]:
        """Keep a seat for the host; refuse caretakers in rated games."""
        cleaned = super().clean() or self.cleaned_data
        # Without a time limit the page hides the time-out action.
        timed = cleaned.get("pace") != Game.Pace.NONE
        if timed and cleaned.get("rated") and cleaned.get("timeout_action") == Game.TimeoutAction.CARETAKER:
            self.add_error(None, _("In a rated game, whoever runs out of time passes: no bot takes the turn."))
        seats = cleaned.get("seats")
        if seats is not None and len(self.bots()) >= seats:
            raise ValidationError(
                _("Of %(seats)s seats, bots can take %(room)s beside you; you chose %(chosen)s."),
                params={"seats": seats, "room": seats - 1, "chosen": len(self.bots())},
            )
        return cleaned

    def bots(self) -> list[str]:
        return [name for name, _label in bot_choices() for _seat in range(self.cleaned_data.get(f"bots_{name}") or 0)]

    def options(self) -> dict[str, Any]:
        """The form is valid."""
        chosen = self.cleaned_data
        return {
            "seats": chosen["seats"],
            "target": None if chosen["target"] == SINGLE_HAND else int(chosen["target"]),
            "goat": chosen["goat"],
            "two_player_deck": chosen["two_player_deck"],
            "next_leader": chosen["next_leader"],
            "visibility": chosen["visibility"],
            "pace": chosen["pace"],
            "timeout_action": Game.TimeoutAction.PASS if chosen["pace"] == Game.Pace.NONE else chosen["timeout_action"],
            "min_reliability": chosen["min_reliability"],
            "undo": chosen["undo"],
            "rated": chosen["rated"],
            "weekends_off": chosen["weekends_off"] and Pace(chosen["pace"]).may_stop,
            "name": " ".join(chosen["name"].split()),
            "bots": self.bots(),
        }


class PlayNowForm(forms.Form):
    seats = forms.TypedChoiceField(
        label=_("Players"), choices=SEATS, coerce=int, initial=DEFAULT_SEATS, required=False, empty_value=None
    )
    bot = forms.ChoiceField(label=_("Against"), choices=bot_choices, initial=DEFAULT_BOT, required=False)

    def options(self) -> dict[str, Any]:
        """Private, without time limit, filled with the bot. The form is valid."""
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
        label=_("Players"), choices=SEATS, coerce=int, initial=DEFAULT_SEATS, widget=forms.RadioSelect
    )
    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=[(Game.Pace.D1, _("A turn a day")), (Game.Pace.M3, _("At the table now"))],
        initial=Game.Pace.D1,
        widget=forms.RadioSelect,
    )
