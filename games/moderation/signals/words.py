"""Words for signals: the evidence, the usual figures, and innocent explanations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from accounts.models import User
from games.models import Game, Signal
from games.web.sentences import share_of

NAMED = 4
# Beyond this no number is given.
BEYOND = 9.0


@dataclass(frozen=True)
class SignalEvidence:
    """Evidence in words. `figures`: found and usual. `innocent`: another explanation."""

    what: str
    figures: tuple[tuple[str, str], ...]
    innocent: str


def signal_evidence(signal: Signal, people: Mapping[int, User]) -> SignalEvidence:
    """The evidence in words. No query."""
    facts: dict[str, Any] = signal.evidence
    words = {
        Signal.Kind.DUMPING: _dumping,
        Signal.Kind.NETWORK: _network,
        Signal.Kind.STALLING: _stalling,
        Signal.Kind.MASS: _mass,
    }[Signal.Kind(signal.kind)]
    what, figures, innocent = words(facts, signal, people)
    return SignalEvidence(what, tuple(figures), innocent)


def signal_games(signal: Signal) -> list[Game]:
    return list(Game.objects.filter(public_id__in=signal.evidence.get("tables", [])).order_by("-pk"))


def summary_words(signal: Signal, people: Mapping[int, User]) -> str:
    names = [shown_name(pk, people) for pk in signal.people[:NAMED]]
    more = len(signal.people) - len(names)
    return ", ".join(names) + (" " + gettext("and %(count)s more") % {"count": more} if more > 0 else "")


def shown_name(pk: int, people: Mapping[int, User]) -> str:
    """The person's name, or the id if the account is gone."""
    return people[pk].name if pk in people else f"#{pk}"


def rarity_words(weight: float) -> str:
    if weight >= BEYOND:
        return gettext("less than once in a billion")
    return gettext("once in %(count)s") % {"count": number_format(max(round(10**weight), 1), force_grouping=True)}


_Words = tuple[str, list[tuple[str, str]], str]


def _dumping(facts: dict[str, Any], signal: Signal, people: Mapping[int, User]) -> _Words:
    loser = facts["loser"]
    winner = next(pk for pk in signal.people if pk != loser)
    names = {"loser": shown_name(loser, people), "winner": shown_name(winner, people)}
    what = ngettext(
        "%(loser)s finished behind %(winner)s in %(lost)s of %(games)s game over %(days)s days",
        "%(loser)s finished behind %(winner)s in %(lost)s of %(games)s games over %(days)s days",
        facts["games"],
    ) % {**facts, **names}
    figures = [
        (gettext("%(loser)s behind %(winner)s") % names, share_of(facts["lost"], facts["games"])),
        (
            gettext("%(name)s ahead of others in games without %(other)s")
            % {"name": names["loser"], "other": names["winner"]},
            share_of(facts["loser_ahead"], facts["loser_met"]),
        ),
        (
            gettext("%(name)s ahead of others in games without %(other)s")
            % {"name": names["winner"], "other": names["loser"]},
            share_of(facts["winner_ahead"], facts["winner_met"]),
        ),
        (gettext("Pairs compared"), str(facts["pairs"])),
    ]
    return what, figures, gettext("May be a beginner with their teacher, or bad luck. Look at some turns.")


def _network(facts: dict[str, Any], signal: Signal, people: Mapping[int, User]) -> _Words:
    what = ngettext(
        "used one network in %(games)s public game together",
        "used one network in %(games)s public games together",
        facts["games"],
    ) % {"games": facts["games"]}
    figures = [
        (gettext("Public games together"), str(facts["games"])),
        (gettext("Opponents there (the smaller number)"), str(facts["partners"])),
        (gettext("Accounts on this network"), share_of(facts["accounts"], facts["active"])),
    ]
    return what, figures, gettext("May be a couple, a family or a shared flat.")


def _stalling(facts: dict[str, Any], signal: Signal, people: Mapping[int, User]) -> _Words:
    what = ngettext(
        "ran out of time at least twice or was replaced in %(let_down)s of %(games)s game over %(days)s days",
        "ran out of time at least twice or was replaced in %(let_down)s of %(games)s games over %(days)s days",
        facts["games"],
    ) % {"let_down": facts["let_down"], "games": facts["games"], "days": facts["days"]}
    figures = [
        (gettext("Games stalled"), share_of(facts["let_down"], facts["games"])),
        (capfirst(gettext("late turns")), share_of(facts["late"], facts["turns"])),
        (gettext("Games abandoned"), share_of(facts["left"], facts["games"])),
        (gettext("Normal per 100 games"), number_format(round(100 * facts["usual"], 1))),
    ]
    return what, figures, gettext("May be ill, or unable to keep the pace.")


def _mass(facts: dict[str, Any], signal: Signal, people: Mapping[int, User]) -> _Words:
    what = gettext("%(accounts)s new accounts from one network in %(days)s days") % {
        "accounts": facts["accounts"],
        "days": facts["days"],
    }
    figures = [
        (gettext("New accounts"), str(facts["accounts"])),
        (gettext("Normal number after a network’s first account"), number_format(facts["more"])),
        (gettext("Networks with new accounts"), str(facts["networks"])),
    ]
    return what, figures, gettext("May be a school class, a club or one evening’s guests.")
