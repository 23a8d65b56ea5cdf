"""Judges answers by the engine's rules and explains why."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

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
from games.web.card_words import choose_cards, short_card

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
        return _empty(choose_cards())
    state = position_state(question)
    try:
        turn = complete_turn(state, PASS if answer.passes else answered_turn(answer))
    except IllegalTurn as refusal:
        words = refusal_words(refusal.reason, answer.cards, state)
        return Verdict("almost" if refusal.reason == Refusal.PICKUP_MISSING else "wrong", words)
    if turn.is_pass:
        return _judge_pass(question, state)
    said = played_words(state, turn)
    if question.goal == "out" and not apply(state, turn).over:
        return Verdict("almost", (*said, gettext("But look again: you can play all your cards.")))
    return Verdict("right", (*said, *_why(question)))


def _judge_pass(question: Lay, state: HandState) -> Verdict:
    if question.goal == "pass":
        said = gettext("You can’t beat {value}.").format(value=set_value(state.table))
        return Verdict("right", (said, *_why(question)))
    return Verdict("almost", (gettext("You can pass, but some of your cards beat this set."),))


def answered_turn(answer: Answer) -> Turn:
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
        return _empty(choose_cards())
    said = _set_words(cards)
    if not is_set(cards):
        return _wrong(said)
    return Verdict("right", (said, gettext("It’s worth {value}.").format(value=set_value(cards))))


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
        return _empty(gettext("Choose an answer."))
    if answer.options < right:
        return Verdict("almost", (gettext("Good so far, but some are missing."),), marks)
    return Verdict("wrong", (gettext("Read the notes and try again."),), marks)


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
        return " ".join(refusal_words(refusal.reason, [str(card) for card in cards], state))
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
        return gettext("Not a set: neither number nor colour is the same.")
    if len({card.number for card in cards}) == 1:
        return gettext("A set: all the same number.")
    return gettext("A set: all the same colour.")


def _beats_words(value: int, table: int) -> str:
    return _sentence(gettext("{value} beats {table}").format(value=value, table=table))


def _sentence(words: str) -> str:
    """Of words that stand without a full stop elsewhere."""
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
        return (_sentence(gettext("{value} doesn’t beat {table}").format(value=value, table=table)),)
    if reason == Refusal.WRONG_COUNT and count:
        words = gettext("Play {count} or {more} cards").format(count=count, more=count + 1)
        return (_sentence(words),)
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
