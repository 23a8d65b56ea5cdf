"""The day's deal, against the vector in FAIRDEAL.md, computed by the site and by the document's words alone."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace
from datetime import date

from games.daily.chain import DAYS, day_seed, seed_number
from games.daily.services import daily_solo
from games.daily.solo import turn_chance
from games.engine import cards_text, fairdeal, full_deck
from games.models import DailyChain
from tests.document_examples import json_examples

_GAME, VECTOR = json_examples("games/engine/FAIRDEAL.md")
DAY = date.fromisoformat(VECTOR["day"])
SEED = bytes.fromhex(VECTOR["seed"])


def sized(text: str) -> bytes:
    return bytes([len(text)]) + text.encode()


def drawn(key: bytes, choices: list[int]) -> list[int]:
    """The numbers drawn from the key's stream, one below each of `choices`."""
    stream = iter(b"".join(hmac.digest(key, bytes([block]), "sha256") for block in range(256)))
    return [next(byte for byte in stream if byte < 256 - 256 % below) % below for below in choices]


def test_the_site_deals_what_the_vector_says(chain: DailyChain) -> None:
    assert (chain.first_day.isoformat(), chain.anchor) == (VECTOR["first_day"], VECTOR["anchor"])
    opening, seed = DAYS.opening(chain), day_seed(chain, DAY)
    assert seed == SEED
    assert (opening.encode().hex(), opening.fingerprint.hex()) == (VECTOR["opening"], VECTOR["fingerprint"])
    assert seed_number(chain, DAY) == VECTOR["number"]
    solo = daily_solo(chain, DAY, seed)
    assert solo.leader == VECTOR["leader"]
    assert [[str(card) for card in solo.deck[at : at + 9]] for at in (0, 9, 18)] == VECTOR["deals"]
    assert solo.chance.hex() == VECTOR["bots_key"]
    assert [f"{turn_chance(solo.chance, turns):064x}" for turns in (0, 1)] == VECTOR["bots_chance"]


def test_the_documents_words_are_enough_to_check_a_day() -> None:
    """Only hashing, by hand."""
    number, seed = VECTOR["number"], SEED
    assert number == (DAY - date.fromisoformat(VECTOR["first_day"])).days + 1
    for _ in range(number):
        seed = hashlib.sha256(seed).digest()
    assert seed.hex() == VECTOR["anchor"]
    opening = sized("odin-daily/1") + sized(VECTOR["first_day"]) + seed + bytes([3, 0, 0]) + bytes(3)
    fingerprint = hashlib.sha256(opening).digest()
    assert fingerprint.hex() == VECTOR["fingerprint"]

    def key(label: str) -> bytes:
        return hmac.digest(SEED, fingerprint + bytes([number]) + label.encode(), "sha256")

    assert drawn(key("leader"), [3]) == [VECTOR["leader"]]
    deck = [cards_text([card]) for card in full_deck()]
    indices = list(range(len(deck) - 1, 0, -1))
    for last, chosen in zip(indices, drawn(key("deal"), [index + 1 for index in indices]), strict=True):
        deck[last], deck[chosen] = deck[chosen], deck[last]
    assert [deck[at : at + 9] for at in (0, 9, 18)] == VECTOR["deals"]
    chances = [hmac.digest(key("bots"), turns.to_bytes(2, "big"), "sha256").hex() for turns in (0, 1)]
    assert chances == VECTOR["bots_chance"]


def test_another_tag_deals_other_cards(chain: DailyChain) -> None:
    opening = DAYS.opening(chain)
    game = replace(opening, protocol=fairdeal.PROTOCOL)
    assert fairdeal.deck_for(game, SEED, 28, "") != fairdeal.deck_for(opening, SEED, 28, "")


def test_earlier_seeds_do_not_fit_a_later_day(chain: DailyChain) -> None:
    anchor = bytes.fromhex(chain.anchor)
    assert fairdeal.seed_fits(anchor, SEED, VECTOR["number"])
    assert not fairdeal.seed_fits(anchor, SEED, VECTOR["number"] + 1)
