"""Judges answers by the engine's rules and explains why."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils.translation import gettext, ngettext

from games.engine import (
    COLOURS,
    GOAT,
    PASS,
    Card,
    HandState,
    IllegalTurn,
    Refusal,
    Turn,
    apply,
    complete_turn,
    full_deck,
    is_set,
    legal_turns,
    parse_cards,
    set_value,
    start_hand,
)
from games.learning.questions import Answer, Question, Verdict
from games.play.errors import TURN_WORDS
from games.web.card_words import choose_cards, short_card

ME, OTHER = 0, 1


def position_state(question: Question) -> HandState:
    """The state of the position, in which the other seat holds any one card."""
    mine, table = parse_cards(question.hand), parse_cards(question.table)
    other = next(card for card in full_deck(COLOURS) if card not in (*mine, *table))
    return start_hand((mine, (other,)), ME, table, OTHER if table else None)


def judge(question: Question, answer: Answer) -> Verdict:
    if not answer.cards and not (answer.passes and question.is_turn):
        return Verdict("empty", (choose_cards(),))
    return _judge_turn(question, answer) if question.is_turn else _judge_set(question, answer)


def _judge_turn(question: Question, answer: Answer) -> Verdict:
    state = position_state(question)
    try:
        turn = complete_turn(state, PASS if answer.passes else answered_turn(answer))
    except IllegalTurn as refusal:
        words = _refused(question, refusal.reason, answer.cards, state)
        return Verdict("almost" if refusal.reason == Refusal.PICKUP_MISSING else "wrong", words)
    said, missing = _said(question, state, turn), _missing(question, state, turn)
    return Verdict("almost", (*said, missing)) if missing else _right(question, said)


def _said(question: Question, state: HandState, turn: Turn) -> tuple[str, ...]:
    """Sentences about the effect of the turn."""
    if turn.is_pass:
        said = gettext("You can’t beat {value}.").format(value=set_value(state.table))
        return (said,) if question.goal == "pass" else ()
    played = played_words(state, turn)
    if question.goal != "few":
        return played
    kept = _kept(state, turn)
    words = ngettext(
        "You keep {count} card, which is {count} point if the hand ends now.",
        "You keep {count} cards, which are {count} points if the hand ends now.",
        kept,
    )
    return (*played, words.format(count=kept))


def _missing(question: Question, state: HandState, turn: Turn) -> str:
    """A sentence about what the question wanted and the turn does not do, or ""."""
    if question.goal == "pass" and turn.is_pass:
        return ""
    if question.goal == "few":
        return gettext("You can keep fewer cards.") if _kept(state, turn) > _fewest(state) else ""
    if turn.is_pass:
        return gettext("You can pass, but some of your cards beat this set.")
    if question.goal == "out" and not apply(state, turn).over:
        return gettext("But look again: you can play all your cards.")
    if question.goal == "goat" and GOAT not in turn.cards:
        return gettext("Now play it with the goat.")
    return ""


def _kept(state: HandState, turn: Turn) -> int:
    return apply(state, turn).hand_masks[ME].bit_count()


def _fewest(state: HandState) -> int:
    return min(_kept(state, turn) for turn in legal_turns(state))


def _refused(question: Question, reason: Refusal, codes: Sequence[str], state: HandState) -> tuple[str, ...]:
    words = refusal_words(reason, codes, state)
    if question.discarded and reason == Refusal.WRONG_COUNT:
        return gettext("You never beat your own set."), *words
    return words


def answered_turn(answer: Answer) -> Turn:
    """The chosen play. Raises IllegalTurn(MALFORMED)."""
    try:
        cards = tuple(Card.parse(code) for code in answer.cards)
        return Turn(cards, Card.parse(answer.pickup) if answer.pickup else None)
    except ValueError as unknown:
        raise IllegalTurn(Refusal.MALFORMED) from unknown


def _judge_set(question: Question, answer: Answer) -> Verdict:
    held = {str(card): card for card in parse_cards(question.hand)}
    cards = [held[code] for code in dict.fromkeys(answer.cards) if code in held]
    if not cards:
        return Verdict("empty", (choose_cards(),))
    if not is_set(cards):
        return Verdict("wrong", (_set_words(cards),))
    value = set_value(cards)
    said = (_set_words(cards), gettext("It’s worth {value}.").format(value=value))
    if question.count and len(cards) != question.count:
        return Verdict("almost", (*said, gettext("Now choose {count} cards.").format(count=question.count)))
    if question.goal == "most" and value < _highest(held.values()):
        return Verdict("almost", (*said, gettext("Another of your sets is worth more.")))
    return _right(question, said)


def _highest(held: Collection[Card]) -> int:
    """The highest value of a set of these cards."""
    of_colour = ([card for card in held if card.colour == one.colour] for one in held)
    of_number = ([card for card in held if card.number == one.number] for one in held)
    return max(map(set_value, (*of_colour, *of_number)))


def _right(question: Question, said: tuple[str, ...]) -> Verdict:
    return Verdict("right", (*said, str(question.why)) if question.why else said)


def _set_words(cards: Sequence[Card]) -> str:
    if len(cards) == 1:
        return gettext("One card is always a set.")
    if not is_set(cards):
        return gettext("Not a set: neither number nor colour is the same.")
    if len({card.number for card in cards}) == 1:
        return gettext("A set: all the same number.")
    return gettext("A set: all the same colour.")


def _beats_words(value: int, table: int) -> str:
    return _sentence(gettext("{value} beats {table}").format(value=value, table=table))


def _sentence(words: str) -> str:
    """Add a full stop to words that have none elsewhere."""
    return f"{words}."


def played_words(state: HandState, turn: Turn) -> tuple[str, ...]:
    value, out = set_value(turn.cards), apply(state, turn).over
    if not state.table:
        said = _sentence(gettext("You lead with {value}").format(value=value))
    else:
        said = _beats_words(value, set_value(state.table))
    if out:
        return said, gettext("Those were your last cards, so the hand is over.")
    if not state.table:
        return (said,)
    took = _sentence(gettext("You picked up %(card)s") % {"card": short_card(turn.pickup)})
    return (said, took) if len(state.table) == 1 else (said, took, gettext("The rest are discarded."))


def refusal_words(reason: Refusal, codes: Sequence[str], state: HandState) -> tuple[str, ...]:
    value, table = set_value(_known(codes)), set_value(state.table)
    count = len(state.table)
    if reason == Refusal.TOO_LOW:
        words = _sentence(gettext("{value} doesn’t beat {table}").format(value=value, table=table))
        return words, gettext("The value of your set has to be higher.")
    if reason == Refusal.WRONG_COUNT and count:
        words = gettext("Play {count} or {more} cards: as many as are on the table, or one more.")
        return (words.format(count=count, more=count + 1),)
    if reason == Refusal.WRONG_COUNT:
        return (_sentence(gettext("Lead with one card, or all if they make a set")),)
    if reason == Refusal.PICKUP_MISSING:
        return _beats_words(value, table), _sentence(gettext("Pick up a card"))
    return (str(TURN_WORDS[reason]),)


def _known(codes: Sequence[str]) -> list[Card]:
    """The cards, or [] if one is unknown, for which there is another refusal."""
    try:
        return [Card.parse(code) for code in codes]
    except ValueError:
        return []
