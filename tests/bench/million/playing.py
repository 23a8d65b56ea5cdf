"""Hands dealt from their own seeds and played quickly by masks, with a simple policy."""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine import HandState, fairdeal
from games.engine.cards import COLOURS, HAND_SIZE, Card, cards_mask, cards_text
from games.engine.plays import plays
from games.engine.turns import turn_from_masks

FEWEST, MOST = 10, 30
SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Played:
    """A game's first hand: the deal and its turns as (seat, text); `top` is s_128."""

    top: bytes
    seed: bytes
    opening: fairdeal.Opening
    removed: str
    leader: int
    deck: tuple[Card, ...]
    turns: tuple[tuple[int, str], ...]
    state: HandState


def hand_play(
    rng: random.Random, game_id: str, contributions: Sequence[bytes], *, goat: bool, remove_two: bool, cut: int | None
) -> Played:
    """Deal until a hand ends after 10 to 30 turns, or, with `cut`, still runs after so many."""
    while True:
        top = rng.randbytes(SEED_BYTES)
        seed = fairdeal.chain_seed(top, 1)
        opening = fairdeal.Opening(
            game_id=game_id,
            # The chain's last step; all of it would take as long as the play.
            anchor=hashlib.sha256(seed).digest(),
            seats=len(contributions),
            goat=goat,
            remove_two=remove_two,
            contributions=tuple(contributions),
        )
        removed = fairdeal.removed_colours(opening, seed)
        deck = fairdeal.deck_for(opening, seed, 1, removed)
        leader = fairdeal.first_leader(opening, seed)
        course = _Course(deck, len(contributions), leader)
        course.play(rng, MOST if cut is None else cut)
        if course.over == (cut is None) and len(course.turns) >= FEWEST:
            state = course.state(leader, "".join(colour for colour in COLOURS if colour not in removed), goat=goat)
            return Played(top, seed, opening, removed, leader, deck, tuple(course.turns), state)


class _Course:
    """A hand while it is played; the fields are HandState's."""

    def __init__(self, deck: Sequence[Card], seats: int, leader: int) -> None:
        self.hands = [cards_mask(deck[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]) for seat in range(seats)]
        self.known = [0] * seats
        self.to_act = leader
        self.table = self.beaten = self.picked = self.discarded = 0
        self.table_seat: int | None = None
        self.beaten_seat: int | None = None
        self.round = 1
        self.over = False
        self.turns: list[tuple[int, str]] = []

    def play(self, rng: random.Random, limit: int) -> None:
        """Play at most `limit` turns: mostly the largest set that beats the table, at a lead any card or all."""
        while len(self.turns) < limit and not self.over:
            held = self.hands[self.to_act]
            found = plays(held, self.table)
            if self.table and (not found or rng.random() < 0.1):
                self._pass()
            elif self.table:
                self._lay(max(found, key=int.bit_count))
            else:
                self._lay(held if held in found else found[int(rng.random() * len(found))])

    def _pass(self) -> None:
        self.turns.append((self.to_act, "pass"))
        self.to_act = (self.to_act + 1) % len(self.hands)
        if self.to_act == self.table_seat:
            self.discarded |= self.table
            self.table = self.beaten = self.picked = 0
            self.table_seat = self.beaten_seat = None
            self.round += 1

    def _lay(self, play: int) -> None:
        seat = self.to_act
        goes_out = play == self.hands[seat]
        # The table's first card in the order of masks.
        taken = 0 if goes_out else self.table & -self.table
        self.turns.append((seat, turn_from_masks(play, taken).text))
        self.hands[seat] = self.hands[seat] & ~play | taken
        self.known[seat] = self.known[seat] & ~play | taken
        self.discarded |= self.table & ~taken
        self.beaten, self.beaten_seat, self.picked = self.table, self.table_seat, taken
        self.table, self.table_seat = play, seat
        self.over = goes_out
        if not goes_out:
            self.to_act = (seat + 1) % len(self.hands)

    def state(self, leader: int, colours: str, *, goat: bool) -> HandState:
        return HandState(
            hand_masks=tuple(self.hands),
            table_mask=self.table,
            table_seat=self.table_seat,
            to_act=self.to_act,
            leader=leader,
            round=self.round,
            discarded_mask=self.discarded,
            known_masks=tuple(self.known),
            beaten_mask=self.beaten,
            beaten_seat=self.beaten_seat,
            picked_up_mask=self.picked,
            colours=colours,
            goat=goat,
        )


def deck_texts(played: Played) -> list[str]:
    """The deck as a hand's row keeps it."""
    whole = cards_text(played.deck)
    return [whole[at : at + 2] for at in range(0, len(whole), 2)]
