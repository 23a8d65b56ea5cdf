"""A saga's facts in words, one line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, ngettext

from games.saga.facts import BoldPass, BreakingSet, Hoard, SagaFacts, TurningPoint
from games.web.sentences import in_a_row


def saga_lines(facts: SagaFacts, names: Sequence[str]) -> tuple[str, ...]:
    """Four lines, or three if no set was beaten; `names` by seat."""
    return tuple(_lines(facts, names))


def _lines(facts: SagaFacts, names: Sequence[str]) -> Iterator[str]:
    yield _turning_words(facts.turning, names)
    yield _hoard_words(facts.hoard, facts.turning.hands, names)
    yield _pass_words(facts.passed, names)
    if facts.broke is not None:
        yield _set_words(facts.broke, names)


def _turning_words(turning: TurningPoint, names: Sequence[str]) -> str:
    winners = in_a_row([names[seat] for seat in turning.winners])
    if turning.resigned:
        return _resigned_words(winners, [name for seat, name in enumerate(names) if seat not in turning.winners])
    if not turning.hand:
        return gettext("{names} came home side by side.").format(names=winners)
    if turning.hands == 1:
        return gettext("One hand was dealt, and {name} came home first.").format(name=winners)
    if turning.from_start:
        return gettext("{name} took the lead in the first hand and never gave it up.").format(name=winners)
    if turning.in_last:
        return gettext("It came down to the last hand, and {name} came home first.").format(name=winners)
    words = gettext("Hand {number} turned the tide: from there on, {name} led.")
    return words.format(number=turning.hand, name=winners)


def _resigned_words(winners: str, others: Sequence[str]) -> str:
    if len(others) == 1:
        return gettext("{other} gave up, and {name} held the field.").format(other=others[0], name=winners)
    return gettext("The others gave up, and {name} held the field.").format(name=winners)


def _hoard_words(hoard: Hoard, hands: int, names: Sequence[str]) -> str:
    if hands == 1:
        words = ngettext(
            "{name} hoarded {count} card to the end.", "{name} hoarded {count} cards to the end.", hoard.cards
        )
    else:
        words = ngettext(
            "{name} hoarded {count} card to the end of hand {number}.",
            "{name} hoarded {count} cards to the end of hand {number}.",
            hoard.cards,
        )
    return words.format(name=names[hoard.seat], count=hoard.cards, number=hoard.hand)


def _pass_words(passed: BoldPass | None, names: Sequence[str]) -> str:
    if passed is None:
        return gettext("No one passed who could have played.")
    words = ngettext(
        "{name} could have beaten {value} in {count} way, and passed.",
        "{name} could have beaten {value} in {count} ways, and passed.",
        passed.ways,
    )
    return words.format(name=names[passed.seat], value=passed.value, count=passed.ways)


def _set_words(broke: BreakingSet, names: Sequence[str]) -> str:
    return gettext("{value} by {name} broke {beaten} by {victim}.").format(
        name=names[broke.seat], value=broke.value, victim=names[broke.victim], beaten=broke.beaten
    )
