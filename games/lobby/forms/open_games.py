"""The filter of open games."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.lobby.list_queries import OpenFilter

LIVE, SLOW = "live", "slow"
RATED, UNRATED = "yes", "no"


def _sizes() -> list[tuple[str, str]]:
    sizes = range(2, 7)
    words = [(str(n), ngettext("%(seats)s player", "%(seats)s players", n) % {"seats": n}) for n in sizes]
    return [("", str(_("Any number"))), *words]


class OpenFilterForm(forms.Form):
    """The filter in the address; an unknown value shows all."""

    seats = forms.ChoiceField(label=capfirst(_("players")), choices=_sizes, required=False)
    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=[
            ("", _("Any pace")),
            (LIVE, _("Live")),
            (SLOW, _("Slow")),
        ],
        required=False,
    )
    rated = forms.ChoiceField(
        label=capfirst(_("rated")),
        choices=[("", _("Rated or not")), (RATED, capfirst(_("rated"))), (UNRATED, _("Not rated"))],
        required=False,
    )

    def known(self) -> dict[str, Any]:
        """The chosen values that exist, as in the address."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}

    def wanted(self) -> OpenFilter:
        chosen = self.known()
        return OpenFilter(
            seats=int(chosen["seats"]) if "seats" in chosen else None,
            live=chosen["pace"] == LIVE if "pace" in chosen else None,
            rated=chosen["rated"] == RATED if "rated" in chosen else None,
        )
