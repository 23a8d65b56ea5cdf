"""Cards, numerals and shields as drawn on pages."""

import re
from dataclasses import dataclass
from typing import get_args

import pytest
from django.template import Context, Template
from django.utils.safestring import SafeString
from django.utils.translation import override

from accounts.models import User
from games.bots.registry import REGISTRY
from games.engine import GOAT, Card, full_deck
from games.learning.table import players
from games.table import Player
from games.web.card_art import AVATARS, Size, card, card_back, card_name, colour_name, sign, sign_name, value_numerals

SIZES: tuple[Size, ...] = get_args(Size)
DECK = full_deck(goat=True)


@dataclass(frozen=True)
class Person:
    """The fields that a shield needs."""

    pk: int
    name: str


def drawn(source: str, **context: object) -> str:
    return Template("{% load odin %}" + source).render(Context(context))


def of_bot(name: str) -> User:
    return User(handle=name, is_bot=True)


def sprite_ids() -> list[str]:
    """A page with cards has both sprites."""
    return re.findall(r'id="([^"]+)"', drawn("{% card_sprite %}{% avatar_sprite %}"))


def pointed_to(markup: str) -> set[str]:
    return set(re.findall(r'href="#([^"]+)"', markup))


def test_the_sprite_names_each_part_once() -> None:
    ids = sprite_ids()
    assert len(ids) == len(set(ids))
    assert pointed_to(drawn("{% card_sprite %}")) <= set(ids)


@pytest.mark.parametrize("size", SIZES)
def test_every_card_is_made_of_parts_the_sprite_has(size: Size) -> None:
    parts = set(sprite_ids())
    for each in DECK:
        assert pointed_to(card(each, size)) <= parts
    assert pointed_to(card_back(size)) <= parts


@pytest.mark.parametrize("size", SIZES)
def test_every_card_shows_its_number_and_its_sign_at_any_size(size: Size) -> None:
    for each in DECK:
        sign_letter = "N" if each == GOAT else each.colour
        assert {f"c-n{each.number}", f"c-s{sign_letter}"} <= pointed_to(card(each, size))


def test_no_two_cards_look_or_sound_alike() -> None:
    assert len({card(each) for each in DECK}) == len({card_name(each) for each in DECK}) == 55


@pytest.mark.parametrize(
    ("code", "name"),
    [("R6", "red 6, hirdman"), ("b1", "blue 1, healer"), ("K9", "black 9, jarl"), ("X0", "goat, 0")],
)
def test_a_card_has_a_name_in_words(code: str, name: str) -> None:
    assert card_name(code) == name
    assert f'role="img" aria-label="{name}"' in card(code)


def test_a_card_may_be_given_as_engine_card_or_as_text() -> None:
    assert card(Card("G", 4), "t") == card("G4", "t")


def test_a_card_that_was_drawn_before_is_named_in_the_language_of_the_page() -> None:
    with override("en"):
        english = card("R6")
    with override("de"):
        assert card_name("R6") in card("R6")
        assert card("R6") != english
    with override("en"):
        assert card("R6") == english


def test_a_label_is_escaped_unless_it_is_safe() -> None:
    for _again in range(2):
        assert 'aria-label="3 &lt; 4"' in card_back(label="3 < 4")
        assert 'aria-label="3 < 4"' in card_back(label=SafeString("3 < 4"))


def test_a_decorative_card_is_not_read_out() -> None:
    markup = card("P3", decorative=True)
    assert 'aria-hidden="true"' in markup
    assert "aria-label" not in markup


@pytest.mark.parametrize("code", ["", "B0", "B10", "X1", "Z3", "6R", "<b>", None])
def test_what_is_no_card_cannot_be_drawn(code: object) -> None:
    with pytest.raises(ValueError, match="there is no card"):
        card(code)


def test_the_back_tells_nothing_unless_it_is_labelled() -> None:
    assert 'aria-hidden="true"' in card_back("s")
    assert 'aria-label="3 cards"' in card_back("s", label="3 cards")


def test_colours_and_signs_have_words() -> None:
    assert [colour_name(letter) for letter in "BRPGKOX"] == [
        "blue",
        "red",
        "pink",
        "green",
        "black",
        "orange",
        "goat",
    ]
    assert len({sign_name(letter) for letter in "BRPGKOX"}) == 7
    assert all(pointed_to(sign(letter)) <= set(sprite_ids()) for letter in "BRPGKOX")


@pytest.mark.parametrize(("value", "digits"), [(942, ["9", "4", "2"]), (0, ["0"]), ("111", ["1", "1", "1"])])
def test_a_value_is_carved_digit_by_digit(value: int | str, digits: list[str]) -> None:
    markup = value_numerals(value)
    assert re.findall(r"#c-n(\d)", markup) == digits
    assert f'aria-label="{value}"' in markup


def test_digits_stand_apart_and_inside_their_frame() -> None:
    markup = value_numerals(987_654_321)
    starts = [int(x) for x in re.findall(r' x="(-?\d+)"', markup)]
    width = re.search(r'viewBox="0 0 (\d+) 36"', markup)
    assert starts == sorted(set(starts))
    assert width is not None
    assert starts[-1] + 20 <= int(width[1])


@pytest.mark.parametrize("value", [-1, "", "9a", "²", None])
def test_what_is_no_value_cannot_be_carved(value: int | str) -> None:
    with pytest.raises(ValueError, match="not a value"):
        value_numerals(value)


def test_a_person_keeps_the_same_picture_under_a_new_name_until_they_choose_one() -> None:
    before = drawn("{% shield who %}", who=User(pk=7, handle="Alice"))
    assert before == drawn("{% shield who %}", who=Person(7, "Aslaug"))
    chosen = drawn("{% shield who %}", who=User(pk=7, handle="Alice", avatar=6 * 4 + 1))
    assert 'href="#a4"' in chosen
    assert "card-R" in chosen


def test_people_get_all_figures_in_all_colours_which_the_sprite_has() -> None:
    pictures = {drawn("{% shield who %}", who=Person(pk, "Bob")) for pk in range(1200)}
    assert len(pictures) == AVATARS == 72
    figures = {part for each in pictures for part in pointed_to(each)}
    bots = {part for bot in REGISTRY.values() for part in pointed_to(drawn("{% shield who %}", who=of_bot(bot.label)))}
    assert len(bots) == len(REGISTRY)
    assert figures | bots == set(re.findall(r'id="([^"]+)"', drawn("{% avatar_sprite %}")))


def test_no_person_bears_the_boards_of_a_bot_nor_a_bot_those_of_another() -> None:
    of_bots = [drawn("{% shield who %}", who=of_bot(bot.label)) for bot in REGISTRY.values()]
    boards = [re.findall(r'class="dye-2"\s+d="([^"]+)"', each) for each in of_bots]
    dyes = [re.findall(r"dyes-\d", each) for each in of_bots]
    looks = {(board, dye) for (board,), (dye, *_rest) in zip(boards, dyes, strict=True)}
    assert len(looks) == len(REGISTRY), "bots of several kinds may sit at one table"
    assert "dye" not in drawn("{% shield who %}", who=Person(1, "Berserker"))


def test_a_name_alone_gives_a_shield_whatever_its_case() -> None:
    assert drawn("{% shield 'charlie' %}") == drawn("{% shield 'Charlie' %}")


def test_a_shield_is_decorative_and_escapes_the_name() -> None:
    assert 'aria-hidden="true"' in drawn("{% shield who %}", who=Person(1, "Alice"))
    markup = drawn("{% shield who %}", who=of_bot("<script>"))
    assert 'aria-hidden="true"' in markup
    assert "&lt;</text>" in markup


def test_an_empty_seat_has_a_bare_ring() -> None:
    markup = drawn("{% shield None %}")
    assert "shield-empty" in markup
    assert "<text" not in markup


def test_tags_give_markup_that_templates_do_not_escape_again() -> None:
    assert isinstance(card("R6"), SafeString)
    assert drawn('{% card "R6" css="is-chosen" %}').startswith('<svg class="card card-m card-R is-chosen"')


def test_a_bots_further_seats_bear_their_number_and_dyes_of_their_own() -> None:
    def seat(name: str) -> Player:
        return Player(3, name, "", 0, is_me=False, is_bot=True)

    shields = [drawn("{% shield who %}", who=seat(f"Berserker{number}")) for number in ("", " 2", " 3", " 4", " 5")]
    assert [re.findall(r">(\d)</text>", each) for each in shields] == [[], ["2"], ["3"], ["4"], ["5"]]
    assert all("#c-f7" in each for each in shields)
    assert len({re.findall(r"dyes-\d", each)[0] for each in shields}) == 5


def test_a_bot_is_painted_alike_in_lists_at_the_table_and_in_practice() -> None:
    account = of_bot("Skald")
    second = Player(pk=8, name="Skald 2", handle="", seat=2, is_me=False, is_bot=True)
    in_practice = players(None)[1]
    assert drawn("{% shield who %}", who=account) == drawn("{% shield who %}", who=in_practice)
    assert drawn("{% shield who name='Skald 2' %}", who=account) == drawn("{% shield who %}", who=second)
    assert drawn("{% shield who %}", who=account) != drawn("{% shield who %}", who=second)
    assert drawn("{% shield who %}", who=account) != drawn("{% shield who %}", who=User(pk=8, handle="Skald"))
    assert drawn("{% shield who %}", who=account) != drawn("{% shield who %}", who=of_bot("Berserker"))
