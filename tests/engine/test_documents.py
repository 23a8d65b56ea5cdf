"""The vectors and examples of FAIRDEAL.md, RECORDS.md and REFEREE.md, recomputed.

The deal is computed twice: by the engine, and here from the document's words alone, with two hash functions.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from games.engine import Refusal, verify_record
from games.engine.fairdeal import Opening, chain_anchor, chain_seed, deck_for, first_leader, removed_colours, stream
from games.engine.referee import answer
from tests.document_examples import json_examples

ENGINE = Path(__file__).parents[2] / "games" / "engine"
VECTOR, _DAILY = json_examples("games/engine/FAIRDEAL.md")
[RECORD] = json_examples("games/engine/RECORDS.md")
SCENARIO, ANSWER = json_examples("games/engine/REFEREE.md")


def sized(part: bytes) -> bytes:
    return bytes([len(part)]) + part


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def key_stream(key: bytes) -> Iterator[int]:
    for block in range(256):
        yield from hmac_sha256(key, bytes([block]))


def drawn(source: Iterator[int], choices: int) -> int:
    while (byte := next(source)) >= 256 - 256 % choices:
        pass
    return byte % choices


def deal_by_hand(vector: dict[str, Any]) -> dict[str, Any]:
    """Everything that follows from the chain's top, by the document's steps."""
    found = dict(vector)
    seeds = [bytes.fromhex(vector["chain_top"])]
    for _ in range(128):
        seeds.insert(0, hashlib.sha256(seeds[0]).digest())
    numbers = bytes([vector["seats"], vector["goat"], vector["remove_two"]])
    head = sized(vector["protocol"].encode()) + sized(vector["id"].encode()) + seeds[0] + numbers
    opening = head + b"".join(sized(bytes.fromhex(given)) for given in vector["contributions"])
    fingerprint = hashlib.sha256(opening).digest()
    found |= {"anchor": seeds[0].hex(), "opening": opening.hex(), "fingerprint": fingerprint.hex()}

    def key(label: str, number: int) -> bytes:
        return hmac_sha256(seeds[number], fingerprint + bytes([number]) + label.encode())

    left, source = list("BRPGKO"), key_stream(key("colours", 1))
    gone = [left.pop(drawn(source, len(left))) for _ in range(2)]
    found |= {"colours_key": key("colours", 1).hex(), "removed": sorted(gone, key="BRPGKO".index)}
    found |= {
        "leader_key": key("leader", 1).hex(),
        "first_leader": drawn(key_stream(key("leader", 1)), vector["seats"]),
    }
    found["hands"] = [hand_by_hand(hand, key("deal", hand["number"]), left, seeds, vector) for hand in vector["hands"]]
    return found


def hand_by_hand(
    hand: dict[str, Any], key: bytes, colours: list[str], seeds: list[bytes], vector: dict[str, Any]
) -> dict[str, Any]:
    deck = [f"{colour}{number}" for colour in colours for number in range(1, 10)]
    source = key_stream(key)
    for last in range(len(deck) - 1, 0, -1):
        chosen = drawn(source, last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    if vector["goat"]:
        deck.insert(drawn(source, 9 * vector["seats"]), "X0")
    return {
        "number": hand["number"],
        "seed": seeds[hand["number"]].hex(),
        "key": key.hex(),
        "stream": bytes(islice(key_stream(key), 64)).hex(),
        "deals": [deck[9 * seat : 9 * seat + 9] for seat in range(vector["seats"])],
        "undealt": deck[9 * vector["seats"] :],
    }


def test_the_vectors_follow_from_the_documents_words() -> None:
    assert deal_by_hand(VECTOR) == VECTOR


def test_the_engine_deals_the_vectors() -> None:
    top, contributions = bytes.fromhex(VECTOR["chain_top"]), map(bytes.fromhex, VECTOR["contributions"])
    opening = Opening(
        VECTOR["id"], chain_anchor(top), VECTOR["seats"], VECTOR["goat"], VECTOR["remove_two"], tuple(contributions)
    )
    first, removed = chain_seed(top, 1), "".join(VECTOR["removed"])
    assert opening.fingerprint.hex() == VECTOR["fingerprint"]
    assert (removed_colours(opening, first), first_leader(opening, first)) == (removed, VECTOR["first_leader"])
    for hand in VECTOR["hands"]:
        deck = [str(card) for card in deck_for(opening, chain_seed(top, hand["number"]), hand["number"], removed)]
        assert deck == [*hand["deals"][0], *hand["deals"][1], *hand["undealt"]]
        assert bytes(islice(stream(bytes.fromhex(hand["key"])), 64)).hex() == hand["stream"]


def test_the_example_of_a_record_is_sound_and_of_the_same_deal() -> None:
    assert verify_record(RECORD) == []
    hand, dealt = RECORD["hands"][0], VECTOR["hands"][0]
    assert {key: hand[key] for key in ("seed", "deals", "undealt")} == {
        key: dealt[key] for key in ("seed", "deals", "undealt")
    }


def test_the_referee_gives_the_answer_of_the_document() -> None:
    assert answer(json.dumps(SCENARIO).encode()) == ANSWER


def test_the_document_names_the_reasons_in_their_order() -> None:
    named = re.findall(r"^\| `([a-z_]+)` \|", (ENGINE / "REFEREE.md").read_text(), re.MULTILINE)
    assert named[: len(Refusal)] == [reason.value for reason in Refusal]
