"""Cards in emails are readable on every colour, with and without styles."""

import re

import pytest

from games.engine import Card
from games.notices.mail.cards import chip
from tests.web.look.contrast import contrast

CARDS = [Card.parse(code) for code in ("B1", "R2", "P3", "G4", "K5", "O6", "X0")]


def grounds_of(markup: str) -> list[str]:
    """The colours under the code, gradients included."""
    return re.findall(r"#[0-9a-f]{6}", "".join(re.findall(r"background-[a-z]+: [^;]+", markup)))


def ink_of(markup: str) -> str:
    found = re.search(r"[; ]color: (#[0-9a-f]{6})", markup)
    assert found
    return found[1]


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_card_is_read_by_its_code_on_a_ground_that_lets_it_be_read(card: Card) -> None:
    markup = chip(card)
    assert f">{card}<" in markup
    assert grounds_of(markup)
    assert all(contrast(ink_of(markup), ground) >= 4.5 for ground in grounds_of(markup))


def test_no_two_colours_of_large_cards_look_alike() -> None:
    assert len({tuple(grounds_of(chip(card))) for card in CARDS}) == len(CARDS)
