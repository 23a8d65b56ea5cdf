"""Forms of an account that becomes a bot, and of the games that it takes."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.functional import lazy
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.visible_text import NameField
from games.models import Game, OutsideBot
from games.models.preferences import AUTHOR_MAX, all_seats, all_targets
from games.outside_bots.services import TakenGames
from games.web.score_words import target_words

_HAND: Final = "hand"
capfirst_lazy = lazy(capfirst, str)


def _target_text(target: int | None) -> str:
    return _HAND if target is None else str(target)


def _targets() -> list[tuple[str, str]]:
    return [(_target_text(target), capfirst(target_words(target))) for target in all_targets()]


def _boxes(**options: Any) -> dict[str, Any]:
    return {"widget": forms.CheckboxSelectMultiple, **options}


class BecomeForm(forms.Form):
    author = NameField(label=_("Author"), max_length=AUTHOR_MAX, help_text=_("Everyone sees it on the bot’s profile."))
    sure = forms.BooleanField(label=_("I know that this can’t be undone"))


class TakenGamesForm(forms.Form):
    author = NameField(label=_("Author"), max_length=AUTHOR_MAX)
    seats = forms.TypedMultipleChoiceField(
        label=_("Seats"), coerce=int, **_boxes(choices=[(seats, str(seats)) for seats in all_seats()])
    )
    targets = forms.MultipleChoiceField(label=_("Target"), **_boxes(choices=_targets))
    goat = forms.BooleanField(label=_("Goat"), required=False)
    paces = forms.MultipleChoiceField(
        label=_("Pace"),
        **_boxes(choices=[(pace.value, capfirst_lazy(pace.label)) for pace in Game.Pace]),
    )
    ready = forms.BooleanField(
        label=_("Ready for the ladder"), required=False, help_text=_("We begin rated games with other bots for it.")
    )

    def __init__(self, bot: OutsideBot, data: Any = None) -> None:
        initial = {name: getattr(bot, name) for name in self.base_fields}
        super().__init__(data, initial=initial | {"targets": [_target_text(target) for target in bot.targets]})

    def taken(self) -> TakenGames:
        """The chosen games. The form has to be valid."""
        chosen = self.cleaned_data
        targets = [None if target == _HAND else int(target) for target in chosen["targets"]]
        return TakenGames(**{**chosen, "targets": targets})
