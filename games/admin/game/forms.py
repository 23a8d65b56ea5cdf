"""Forms of moderators' acts on games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.staff.staff_actions import ReasonForm
from games.bots import REGISTRY
from games.models import Game, Hand, Move, Seat
from games.play.selectors import seat_names

DAYS_MAX = 365
HOURS_MAX = 1440


class PauseForm(ReasonForm):
    days = forms.IntegerField(
        label=_("Days"),
        min_value=1,
        max_value=DAYS_MAX,
        required=False,
        help_text=_("Leave empty for no end date."),
    )


class ExtendForm(ReasonForm):
    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=HOURS_MAX, initial=24)


class SeatForm(ReasonForm):
    """Offers the seats of people who have not resigned."""

    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int)

    def __init__(self, row: Game, data: Any = None, **how: Any) -> None:
        super().__init__(row, data, **how)
        self._seat.choices = [(seat.number, name) for seat, name in named_seats(row) if self.offers(seat)]

    @property
    def _seat(self) -> forms.TypedChoiceField:
        return cast(forms.TypedChoiceField, self.fields["seat"])

    def offers(self, seat: Seat) -> bool:
        return seat.kind == Seat.Kind.PERSON and seat.resigned_at is None


class PassForm(SeatForm):
    """A form to pass for a seat. It keeps the seat of its first display: once that has acted, no other passes in its
    place.
    """

    def offers(self, seat: Seat) -> bool:
        return bool(seat.number == self.row.to_act) or str(seat.number) == self.data.get("seat")


class BotForm(SeatForm):
    bot = forms.ChoiceField(
        label=capfirst(_("bot")), initial="hirdman", choices=[(bot.name, bot.label) for bot in REGISTRY.values()]
    )


class PersonForm(SeatForm):
    handle = forms.CharField(label=_("Username"), max_length=40, help_text=_("They’re told and see the seat’s cards."))


class CancelForm(ReasonForm):
    counts_for_rating = forms.BooleanField(
        label=_("Count for ratings"),
        required=False,
        help_text=_("Rated games only: the result is decided by what was played so far."),
    )


class TakeBackForm(ReasonForm):
    """Chooses the last turn of the running hand to keep."""

    from_link = ("hand", "keep")
    hand = forms.IntegerField(widget=forms.HiddenInput)
    version = forms.IntegerField(widget=forms.HiddenInput)
    keep = forms.TypedChoiceField(label=_("Last turn kept"), coerce=int)

    def __init__(self, row: Game, data: Any = None, **how: Any) -> None:
        super().__init__(row, data, **how)
        hand = Hand.objects.filter(game=row, ended_at__isnull=True).only("number").first()
        turns = [] if hand is None else list(hand.moves.valid().order_by("number"))
        self.fields["hand"].initial = None if hand is None else hand.number
        self.fields["version"].initial = row.version
        keep = cast(forms.TypedChoiceField, self.fields["keep"])
        # The last turn is left out: keeping it would take nothing back.
        keep.choices = (
            [("", gettext("Choose one.")), *_turn_choices(row, turns[:-1]), (0, gettext("None, start the hand again"))]
            if turns
            else []
        )


def _turn_choices(game: Game, turns: Iterable[Move]) -> list[tuple[int, str]]:
    names = {seat.number: name for seat, name in named_seats(game)}
    words = {"pass": capfirst(gettext("passed"))}
    return [
        (turn.number, f"{turn.number} · {names[turn.seat]} · {words.get(turn.turn, turn.turn)}")
        for turn in reversed(list(turns))
    ]


def named_seats(game: Game) -> list[tuple[Seat, str]]:
    """The game's seats with their names. One query."""
    seats = list(Seat.objects.filter(game=game).select_related("user").order_by("number"))
    return list(zip(seats, seat_names(seats), strict=True))
