"""Cards, their order and the value of a set."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import GOAT, Card, canonical, cards_text, full_deck, is_set, parse_cards, penalty, set_value
from games.engine.cards import ALL_CARDS, cards_mask, mask_cards
from tests.engine.hands import cards

SETS_OF_CARDS = st.sets(st.sampled_from(ALL_CARDS), min_size=1)


def test_the_deck_has_six_colours_of_nine_numbers() -> None:
    deck = full_deck()
    assert len(set(deck)) == len(deck) == 54
    assert cards_text(deck[:10]) == "B1B2B3B4B5B6B7B8B9R1"
    assert full_deck("OB")[:2] == cards("B1 B2")


def test_the_goat_joins_the_deck_last() -> None:
    assert full_deck(goat=True)[-1] == GOAT
    assert len(full_deck("BRPG", goat=True)) == 37


def test_a_card_survives_its_text() -> None:
    for card in ALL_CARDS:
        assert Card.parse(str(card)) == card
        assert Card.parse(str(card).lower()) == card


@pytest.mark.parametrize("text", ["", "B", "B0", "B10", "X1", "x", "Y3", "7B", "B７", "\u212a7", " B7", "B7\n"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no card"):
        Card.parse(text)


@pytest.mark.parametrize(("colour", "number"), [("B", 0), ("B", 10), ("X", 1), ("", 3), ("BR", 1), ("b", 1)])
def test_a_card_that_does_not_exist_cannot_be_made(colour: str, number: int) -> None:
    with pytest.raises(ValueError, match="no card"):
        Card(colour, number)


def test_canonical_is_number_down_then_colours_in_order() -> None:
    assert cards_text(canonical(cards("X0 O1 B1 G9 R9 K9 P9"))) == "R9P9G9K9B1O1X0"


@pytest.mark.parametrize(
    ("text", "value"),
    [("B7", 7), ("B2 B9 B4", 942), ("R8 B8", 88), ("X0", 0), ("R5 X0", 50), ("X0 B1 B9", 910), ("", 0)],
)
def test_the_value_reads_the_digits_largest_first(text: str, value: int) -> None:
    assert set_value(cards(text)) == value


@pytest.mark.parametrize("text", ["B7", "X0", "B7 B1", "B7 R7", "B5 X0", "B9 B5 X0", "B1 R1 P1 G1 K1 O1"])
def test_one_colour_or_one_number_is_a_set(text: str) -> None:
    assert is_set(cards(text))


@pytest.mark.parametrize("text", ["", "B7 R6", "B5 R5 R6", "B5 R5 X0", "B1 B2 R2", "R1 O9"])
def test_anything_else_is_no_set(text: str) -> None:
    assert not is_set(cards(text))


@given(SETS_OF_CARDS)
def test_a_set_follows_its_definition(chosen: set[Card]) -> None:
    colours = {card.colour for card in chosen if card != GOAT}
    numbers = {card.number for card in chosen}
    assert is_set(chosen) == (len(colours) <= 1 or len(numbers) == 1)


@given(SETS_OF_CARDS)
def test_masks_and_texts_hold_the_same_cards(chosen: set[Card]) -> None:
    assert mask_cards(cards_mask(chosen)) == canonical(chosen) == parse_cards(cards_text(canonical(chosen)))


@pytest.mark.parametrize(("text", "points"), [("", 0), ("B9", 1), ("B9 R1 R2", 3), ("X0", 5), ("X0 K7 O2", 7)])
def test_a_card_left_costs_one_and_the_goat_five(text: str, points: int) -> None:
    assert penalty(cards(text)) == points
