"""Judges answers by the engine's rules and explains why."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from games.engine import (
    COLOURS,
    PASS,
    Card,
    HandState,
    IllegalTurn,
    Refusal,
    Turn,
    apply,
    cards_text,
    complete_turn,
    full_deck,
    is_set,
    legal_turns,
    parse_cards,
    set_value,
    start_hand,
)
from games.learning.questions import Answer, Choice, Lay, Mark, Question, Verdict, Which
from games.play.errors import TURN_WORDS
from games.web.card_words import short_card

ME, OTHER = 0, 1


def position_state(question: Lay | Which) -> HandState:
    """The other seat holds any one card."""
    mine, table = parse_cards(question.hand), parse_cards(question.table)
    other = next(card for card in full_deck(COLOURS) if card not in (*mine, *table))
    return start_hand((mine, (other,)), ME, table, OTHER if table else None)


def legal_plays(question: Lay | Which) -> frozenset[str]:
    return frozenset(cards_text(turn.cards) for turn in legal_turns(position_state(question)) if not turn.is_pass)


def judge(question: Question, answer: Answer) -> Verdict:
    """Raises TypeError for an unknown kind of question."""
    if isinstance(question, Lay):
        return _judge_set(question, answer) if question.goal == "set" else _judge_lay(question, answer)
    if isinstance(question, Which):
        return _judge_which(question, answer)
    if isinstance(question, Choice):
        return _judge_choice(question, answer)
    raise TypeError(type(question))


def _judge_lay(question: Lay, answer: Answer) -> Verdict:
    if not answer.passes and not answer.cards:
        return _empty(gettext("Choose the cards that you want to play."))
    state = position_state(question)
    try:
        turn = complete_turn(state, PASS if answer.passes else _turn(answer))
    except IllegalTurn as refusal:
        words = refusal_words(refusal.reason, answer.cards, state)
        return Verdict("almost" if refusal.reason == Refusal.PICKUP_MISSING else "wrong", (words,))
    if turn.is_pass:
        return _judge_pass(question, state)
    said = played_words(state, turn)
    if question.goal == "out" and not apply(state, turn).over:
        return Verdict(
            "almost", (*said, gettext("That is allowed. But look again: you can lay all your cards at once."))
        )
    return Verdict("right", (*said, *_why(question)))


def _judge_pass(question: Lay, state: HandState) -> Verdict:
    if question.goal == "pass":
        said = gettext("Nothing you hold beats {value}.").format(value=set_value(state.table))
        return Verdict("right", (said, *_why(question)))
    return Verdict("almost", (gettext("You may pass. But you hold cards that beat this set."),))


def _turn(answer: Answer) -> Turn:
    """The chosen play. Raises IllegalTurn(MALFORMED)."""
    try:
        cards = tuple(Card.parse(code) for code in answer.cards)
        return Turn(cards, Card.parse(answer.pickup) if answer.pickup else None)
    except ValueError as unknown:
        raise IllegalTurn(Refusal.MALFORMED) from unknown


def _judge_set(question: Lay, answer: Answer) -> Verdict:
    held = {str(card): card for card in parse_cards(question.hand)}
    cards = [held[code] for code in answer.cards if code in held]
    if not cards:
        return _empty(gettext("Choose one card or several."))
    said = _set_words(cards)
    if not is_set(cards):
        return _wrong(said)
    return Verdict("right", (said, gettext("Its value is {value}.").format(value=set_value(cards))))


def _judge_which(question: Which, answer: Answer) -> Verdict:
    options = [parse_cards(option) for option in question.options]
    right = frozenset(number for number, cards in enumerate(options) if _is_right(question, cards))
    whole = answer.options == right
    marks = tuple(
        Mark("right" if number in right else "wrong", _option_words(question, cards))
        if whole or number in answer.options
        else Mark()
        for number, cards in enumerate(options)
    )
    if whole:
        return Verdict("right", _why(question), marks)
    if not answer.options:
        return _empty(gettext("Choose one or more."))
    if answer.options < right:
        return Verdict("almost", (gettext("So far so good, but that is not all of them."),), marks)
    return Verdict("wrong", (gettext("Look what stands beside your choice, and choose anew."),), marks)


def _is_right(question: Which, cards: Sequence[Card]) -> bool:
    return is_set(cards) if question.asks == "set" else cards_text(sorted(cards)) in legal_plays(question)


def _option_words(question: Which, cards: Sequence[Card]) -> str:
    if question.asks == "set":
        return _set_words(cards)
    state = position_state(question)
    # Any pick-up will do: it is not asked for.
    turn = Turn(tuple(cards), state.table[0] if len(state.table) > 1 else None)
    try:
        complete_turn(state, turn)
    except IllegalTurn as refusal:
        return refusal_words(refusal.reason, [str(card) for card in cards], state)
    return _beats_words(set_value(cards), set_value(state.table))


def _judge_choice(question: Choice, answer: Answer) -> Verdict:
    number = next(iter(answer.options), None)
    if number is None or not number < len(question.options):
        return _empty(gettext("Choose an answer."))
    option = question.options[number]
    if option.right:
        return Verdict("right", (str(option.reply), *_why(question)))
    return _wrong(str(option.reply))


def _why(question: Question) -> tuple[str, ...]:
    return (str(question.why),) if question.why else ()


def _wrong(words: str) -> Verdict:
    return Verdict("wrong", (words,))


def _empty(words: str) -> Verdict:
    return Verdict("empty", (words,))


def _set_words(cards: Sequence[Card]) -> str:
    if len(cards) == 1:
        return gettext("One card is always a set.")
    if not is_set(cards):
        return gettext("No set: neither the number nor the colour is the same on all of them.")
    if len({card.number for card in cards}) == 1:
        return gettext("A set: all of one number.")
    return gettext("A set: all of one colour.")


def _beats_words(value: int, table: int) -> str:
    return gettext("{value} beats {table}.").format(value=value, table=table)


def played_words(state: HandState, turn: Turn) -> tuple[str, ...]:
    value, out = set_value(turn.cards), apply(state, turn).over
    if not state.table:
        led = gettext("You lead with {value}.").format(value=value)
        return (led, gettext("All your cards are laid: the hand is over.")) if out else (led,)
    beats = _beats_words(value, set_value(state.table))
    if out:
        return beats, gettext("These were your last cards: you take nothing, and the hand is over.")
    if len(state.table) == 1:
        return beats, gettext("{card} comes into your hand.").format(card=capfirst(short_card(turn.pickup)))
    words = gettext("{card} comes into your hand; the rest of the beaten set is out of the game.")
    return beats, words.format(card=capfirst(short_card(turn.pickup)))


def refusal_words(reason: Refusal, codes: Sequence[str], state: HandState) -> str:
    value, table = set_value(_known(codes)), set_value(state.table)
    count = len(state.table)
    if reason == Refusal.TOO_LOW and value == table:
        return gettext("{value} against {table}: equal is not higher.").format(value=value, table=table)
    if reason == Refusal.TOO_LOW:
        return gettext("{value} is lower than {table}.").format(value=value, table=table)
    if reason == Refusal.WRONG_COUNT and count:
        words = ngettext(
            "{count} card lies on the table: lay {count} or {more}.",
            "{count} cards lie on the table: lay {count} or {more}.",
            count,
        )
        return words.format(count=count, more=count + 1)
    if reason == Refusal.WRONG_COUNT:
        return gettext("You lead: lay one card, or all of yours if they make a set.")
    if reason == Refusal.PICKUP_MISSING:
        words = gettext("{value} beats {table}. Now choose which of its cards you take.")
        return words.format(value=value, table=table)
    return str(TURN_WORDS[reason])


def _known(codes: Sequence[str]) -> list[Card]:
    """The cards, or [] if one is unknown, for which there is another refusal."""
    try:
        return [Card.parse(code) for code in codes]
    except ValueError:
        return []
