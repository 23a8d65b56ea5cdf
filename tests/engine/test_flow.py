"""The effect of a turn on the hand: rounds, pick-ups, knowledge, ends."""

from __future__ import annotations

import pytest

from games.engine import cards_text, deal, forced_turn, full_deck, legal_turns, replay, start_hand
from tests.engine.hands import after, cards, hand, texts

THREE = hand("R8 B2 B1", "O7 K3 K2", "P8 R6 R5")


def test_seats_are_dealt_nine_cards_each_in_the_order_of_the_deck() -> None:
    deck = full_deck()
    state = deal(deck, 3, leader=2)
    assert [set(held) for held in state.hands] == [set(deck[9 * k : 9 * k + 9]) for k in range(3)]
    assert (state.to_act, state.leader, state.round, state.last_actor) == (2, 2, 1, None)
    assert state.table == state.discarded == state.beaten == ()


@pytest.mark.parametrize(("count", "seats", "leader"), [(54, 7, 0), (54, 1, 0), (54, 3, 3), (26, 3, 0)])
def test_a_deal_that_cannot_be_is_refused(count: int, seats: int, leader: int) -> None:
    with pytest.raises(ValueError, match=r"."):
        deal(full_deck()[:count], seats, leader)


def test_a_deck_with_a_card_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        deal([*full_deck()[:53], full_deck()[0]], 2, 0)


@pytest.mark.parametrize(
    ("held", "to_act", "table", "table_seat"),
    [
        (["B1"], 0, "", None),
        (["B1", ""], 0, "", None),
        (["B1", "B1"], 0, "", None),
        (["B1", "R1"], 0, "B1", 1),
        (["B1", "R1"], 2, "", None),
        (["B1", "R1"], -1, "", None),
        (["B1", "R1"], 0, "P1", None),
        (["B1", "R1"], 0, "P1", 0),
        (["B1", "R1"], 0, "P1", 2),
        (["B1", "R1"], 0, "", 1),
        (["B1", "R1"], 0, "P1 K2", 1),
    ],
)
def test_a_hand_that_cannot_be_laid_out_is_refused(
    held: list[str], to_act: int, table: str, table_seat: int | None
) -> None:
    with pytest.raises(ValueError, match=r"."):
        start_hand([cards(text) for text in held], to_act, cards(table), table_seat)


def test_a_play_takes_one_beaten_card_and_discards_the_others() -> None:
    state = after(hand("R8 B3 B1", "O7 K3 K2", table="P2 P1", table_seat=1), "B3B1<P1")
    assert cards_text(state.hands[0]) == "R8P1"
    assert (state.table, state.table_seat) == (cards("B3 B1"), 0)
    assert (state.beaten, state.beaten_seat, str(state.picked_up)) == (cards("P2 P1"), 1, "P1")
    assert state.discarded == cards("P2")
    assert state.known == (cards("P1"), ())


def test_a_lead_beats_nothing() -> None:
    state = after(THREE, "B1")
    assert (state.beaten, state.beaten_seat, state.picked_up) == ((), None, None)
    assert (state.table, state.table_seat, state.to_act) == (cards("B1"), 0, 1)


def test_a_round_ends_when_all_others_have_passed_in_succession() -> None:
    state = after(THREE, "B1", "K2<B1", "pass")
    assert (state.passes, state.round) == ((2,), 1)
    state = after(state, "pass")
    assert (state.to_act, state.round, state.passes, state.table_seat) == (1, 2, (), None)
    assert state.discarded == cards("K2")
    assert (state.beaten, state.picked_up, state.last_actor) == ((), None, 0)
    assert "pass" not in texts(state)


def test_a_pass_is_not_final() -> None:
    state = after(THREE, "B1", "pass", "R5<B1", "pass")
    assert (state.to_act, state.passes) == (1, (0,))
    assert "O7<R5" in texts(state)


def test_a_card_picked_up_is_known_until_it_is_played() -> None:
    state = after(THREE, "B1", "K2<B1", "R5<K2")
    assert state.known == ((), cards("B1"), cards("K2"))
    state = after(state, "R8<R5", "pass", "pass")
    assert state.known == (cards("R5"), cards("B1"), cards("K2"))
    state = after(state, "R5", "pass", "P8<R5")
    assert state.known == ((), cards("B1"), cards("R5 K2"))


def test_the_hand_ends_when_a_seat_has_no_card() -> None:
    state = after(hand("B9 B8", "K7 G4 O2", "K6 X0", table="P4 P3", table_seat=2), "B9B8")
    assert state.over
    assert state.points == (0, 3, 6)
    assert (state.table, state.discarded, state.picked_up) == (cards("B9 B8"), cards("P4 P3"), None)
    assert (state.last_actor, state.to_act, state.passes) == (0, 0, ())
    assert legal_turns(state) == ()


def test_points_are_none_until_the_hand_is_over() -> None:
    assert THREE.points is None


def test_all_cards_may_be_led_when_they_make_a_set_but_need_not() -> None:
    state = hand("B9 B5 B1", "K7 G4 O2")
    assert texts(state) == ["B1", "B5", "B9", "B9B5B1"]
    assert after(state, "B9B5B1").over


@pytest.mark.parametrize(
    ("held", "turn"),
    [
        ("B9 R3 B3 O3", "B3"),
        ("R3 O3 K9", "R3"),
        ("X0 B1", "X0"),
        ("G1 K1 O1 P1", "P1"),
        ("K5", "K5"),
        ("O3 O1", "O1"),
    ],
)
def test_an_expired_leader_plays_its_lowest_card(held: str, turn: str) -> None:
    assert str(forced_turn(hand(held, "K7 G4 O2"))) == turn


def test_any_other_expired_seat_passes() -> None:
    assert str(forced_turn(hand("B9", "K7 G4 O2", table="P1", table_seat=1))) == "pass"


def test_replay_takes_texts_and_turns_alike() -> None:
    deck = full_deck()
    first = legal_turns(deal(deck, 2, 1))[0]
    assert replay(deck, 2, 1, [first, "pass"]) == replay(deck, 2, 1, [str(first), "pass"])
    assert replay(deck, 2, 1, []) == deal(deck, 2, 1)
