"""The protocol odin-deal/1, against its published vectors, field by field."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from games.engine import Card
from games.engine.fairdeal import (
    CHAIN_LENGTH,
    PROTOCOL,
    Opening,
    chain_anchor,
    chain_seed,
    deck_for,
    draw,
    first_leader,
    removed_colours,
    seed_fits,
    stream,
)

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("data").joinpath("vectors.json").read_text())
GAMES: list[dict[str, Any]] = VECTORS["games"]
FIELDS = {
    *("protocol", "id", "seats", "goat", "remove_two", "chain_top", "anchor", "contributions", "opening"),
    *("fingerprint", "leader_key", "first_leader", "removed", "colours_key"),
    "hands",
}
HAND_FIELDS = {"number", "seed", "key", "stream", "deck", "deals", "undealt"}
TOP = bytes(range(32))


def opening_of(game: dict[str, Any]) -> Opening:
    return Opening(
        game_id=game["id"],
        anchor=bytes.fromhex(game["anchor"]),
        seats=game["seats"],
        goat=game["goat"],
        remove_two=game["remove_two"],
        contributions=tuple(bytes.fromhex(given) for given in game["contributions"]),
    )


def written(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


@pytest.fixture(params=GAMES, ids=lambda game: str(game["id"]))
def game(request: pytest.FixtureRequest) -> dict[str, Any]:
    found: dict[str, Any] = request.param
    return found


def test_the_vectors_hold_no_field_that_is_not_checked_here(game: dict[str, Any]) -> None:
    assert VECTORS["protocol"] == game["protocol"] == PROTOCOL
    assert set(game) == FIELDS
    for hand in game["hands"]:
        assert set(hand) == HAND_FIELDS


def test_the_chain_ends_in_the_anchor(game: dict[str, Any]) -> None:
    assert chain_anchor(bytes.fromhex(game["chain_top"])).hex() == game["anchor"]


def test_the_opening_and_its_fingerprint(game: dict[str, Any]) -> None:
    opening = opening_of(game)
    assert opening.encode().hex() == game["opening"]
    assert opening.fingerprint.hex() == game["fingerprint"]


def test_the_first_leader(game: dict[str, Any]) -> None:
    opening, seed = opening_of(game), chain_seed(bytes.fromhex(game["chain_top"]), 1)
    assert opening.key(seed, "leader", 1).hex() == game["leader_key"]
    assert first_leader(opening, seed) == game["first_leader"]


def test_the_removed_colours(game: dict[str, Any]) -> None:
    opening, seed = opening_of(game), chain_seed(bytes.fromhex(game["chain_top"]), 1)
    assert list(removed_colours(opening, seed)) == game["removed"]
    assert opening.key(seed, "colours", 1).hex() == game["colours_key"]


def test_every_hand(game: dict[str, Any]) -> None:
    opening, top = opening_of(game), bytes.fromhex(game["chain_top"])
    for hand in game["hands"]:
        number, seed = hand["number"], bytes.fromhex(hand["seed"])
        assert chain_seed(top, number) == seed
        assert seed_fits(opening.anchor, seed, number)
        key = opening.key(seed, "deal", number)
        assert key.hex() == hand["key"]
        expected = bytes.fromhex(hand["stream"])
        assert bytes(islice(stream(key), len(expected))) == expected
        deck = written(deck_for(opening, seed, number, "".join(game["removed"])))
        dealt = 9 * game["seats"]
        assert deck == hand["deck"]
        assert [deck[at : at + 9] for at in range(0, dealt, 9)] == hand["deals"]
        assert deck[dealt:] == hand["undealt"]


def test_every_seed_of_a_chain_leads_to_the_anchor_under_its_own_number_only() -> None:
    anchor = chain_anchor(TOP)
    for number in (1, 2, 59, CHAIN_LENGTH):
        seed = chain_seed(TOP, number)
        assert seed_fits(anchor, seed, number)
        assert not seed_fits(anchor, seed, number - 1)
        assert not seed_fits(anchor, seed[:-1], number)
    assert not seed_fits(anchor, anchor, 0)
    assert chain_seed(TOP, CHAIN_LENGTH) == TOP


@pytest.mark.parametrize("number", [-1, CHAIN_LENGTH + 1])
def test_a_chain_has_no_other_seeds(number: int) -> None:
    with pytest.raises(ValueError, match="0 to 128"):
        chain_seed(TOP, number)


def test_a_chain_starts_from_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        chain_seed(TOP[:31], 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"game_id": ""},
        {"game_id": "a" * 65},
        {"game_id": "a b"},
        {"game_id": "é"},
        {"game_id": "a\n"},
        {"anchor": TOP[:31]},
        {"seats": 1, "contributions": (b"",)},
        {"seats": 7, "contributions": (b"",) * 7},
        {"contributions": (b"", b"", b"")},
        {"contributions": (b"", b"a" * 65)},
        {"seats": 3, "contributions": (b"",) * 3, "remove_two": True},
    ],
)
def test_an_opening_out_of_bounds_is_refused(wrong: dict[str, Any]) -> None:
    good: dict[str, Any] = {
        "game_id": "g",
        "anchor": TOP,
        "seats": 2,
        "goat": False,
        "remove_two": False,
        "contributions": (b"", b"a" * 64),
    }
    assert Opening(**good).fingerprint
    with pytest.raises(ValueError, match=r"."):
        Opening(**(good | wrong))


def test_bytes_that_would_tilt_a_draw_are_rejected() -> None:
    assert draw(iter([252, 255, 251, 7]), 6) == 251 % 6
    assert draw(iter([255, 3]), 2) == 1
    assert draw(iter([216, 215]), 54) == 215 % 54
