"""The positions of the tutorial and the examples of the rules page: the engine agrees with their words."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.engine import is_set, parse_cards
from games.learning.answers import judge
from games.learning.positions import EXAMPLES, POSITIONS, position_named
from games.learning.questions import Answer, Question

NAMES = [position.slug for position in POSITIONS]


def lay(cards: str, pickup: str = "") -> Answer:
    return Answer(cards=tuple(map(str, parse_cards(cards))), pickup=pickup)


def told(question: Question, answer: Answer) -> str:
    return " ".join(judge(question, answer).words)


def possible_answers(question: Question) -> list[Answer]:
    """Every choice of cards and of a pick-up, and a pass."""
    held = question.hand_cards
    choices = [cards for count in range(1, len(held) + 1) for cards in combinations(held, count)]
    return [Answer(cards, pickup) for cards in choices for pickup in ("", *question.pickups)] + [Answer(passes=True)]


def test_there_are_about_ten_each_with_a_name_of_its_own() -> None:
    assert 9 <= len(POSITIONS) <= 12
    assert len(set(NAMES)) == len(POSITIONS)
    assert "game" not in NAMES  # the address of the game for practice


@pytest.mark.parametrize("slug", NAMES)
def test_each_is_solved_by_hand_and_whatever_is_not_right_is_told_why(slug: str) -> None:
    question = position_named(slug)
    verdicts = [judge(question, answer) for answer in possible_answers(question)]
    assert {verdict.is_right for verdict in verdicts} == {True, False}
    for verdict in verdicts:
        assert verdict.words
        assert all(len(sentence) > len("Yes.") for sentence in verdict.words)
    empty = judge(question, Answer())
    assert (empty.state, empty.words) == ("empty", ("Choose your cards.",))
    assert not judge(question, Answer(cards=("Z9", "<script>"), pickup="?")).is_right


@pytest.mark.parametrize("question", [*POSITIONS, *EXAMPLES], ids=lambda question: question.slug)
def test_no_card_is_there_twice_and_each_table_is_a_set(question: Question) -> None:
    hand, shown = parse_cards(question.hand), parse_cards(question.shown)
    assert len({*hand, *shown}) == len(hand) + len(shown)
    assert 0 < len(hand) <= 9
    assert not shown or is_set(shown)


def test_a_set_is_of_one_number_or_colour_and_a_longer_one_is_worth_more() -> None:
    sets, value = position_named("sets"), position_named("value")
    assert told(sets, lay("G7R7B4")) == "Not a set: neither number nor colour is the same."
    assert told(sets, lay("G7R7")) == "A set: all the same number. It’s worth 77. Now choose 3 cards."
    assert judge(sets, lay("G7G4G2")).is_right
    # A form could name a card twice.
    assert not judge(sets, Answer(("G7", "G7", "G4"))).is_right
    assert told(value, lay("B9R9")) == "A set: all the same number. It’s worth 99. Another of your sets is worth more."
    assert told(value, lay("K2K4K3")).startswith("A set: all the same colour. It’s worth 432. A longer set")
    assert [answer.cards for answer in possible_answers(value) if judge(value, answer).is_right] == [("K4", "K3", "K2")]


def test_only_cards_that_are_strictly_higher_beat_the_table() -> None:
    higher = position_named("higher")
    assert told(higher, lay("B5")) == "5 doesn’t beat 5. The value of your set has to be higher."
    assert told(higher, lay("K4")) == "4 doesn’t beat 5. The value of your set has to be higher."
    assert told(higher, lay("B5K4")) == "Cards of a set must share their number or colour."
    assert told(higher, lay("O7")).startswith("7 beats 5. You picked up red 5.")
    assert judge(higher, Answer(passes=True)).state == "almost"


def test_as_many_cards_or_one_more() -> None:
    count = position_named("count")
    assert told(count, lay("B7")) == "7 doesn’t beat 8. The value of your set has to be higher."
    assert told(count, lay("B7B2B1")) == "Play 1 or 2 cards: as many as are on the table, or one more."
    assert told(count, lay("O4P4")) == "44 beats 8. You picked up black 8. One more card always beats it."
    right = [answer for answer in possible_answers(count) if judge(count, answer).is_right]
    assert {len(answer.cards) for answer in right} == {2}


def test_when_all_others_passed_the_set_is_gone_and_its_player_leads() -> None:
    ends = position_named("round")
    assert told(ends, lay("K4")) == "You lead with 4. The set is discarded. Everyone keeps their cards."
    assert told(ends, lay("B8G8")) == ("You never beat your own set. Lead with one card, or all if they make a set.")
    assert told(ends, Answer(passes=True)) == "You can’t pass when you lead."


def test_points_are_the_cards_that_are_left() -> None:
    points = position_named("points")
    assert told(points, lay("K9")) == (
        "9 beats 3. You picked up red 3. You keep 3 cards, which are 3 points if the hand ends now. "
        "You can keep fewer cards."
    )
    assert told(points, Answer(passes=True)) == "You can keep fewer cards."
    assert "You keep 2 cards, which are 2 points if the hand ends now." in told(points, lay("K9K4"))
    assert [answer.cards for answer in possible_answers(points) if judge(points, answer).is_right] == [("K9", "K4")]


def test_beating_a_larger_set_requires_a_chosen_card() -> None:
    take = position_named("pick-up")
    assert told(take, lay("P9P6P3")) == "963 beats 942. Pick up a card."
    assert "Pick up a card of the set you beat." in told(take, lay("P9P6P3", "P3"))
    assert "You picked up black 4. The rest are discarded." in told(take, lay("P9P6P3", "K4"))


def test_the_leader_lays_one_card_or_all_and_may_not_pass() -> None:
    lead, whole = position_named("lead"), position_named("all-at-once")
    assert "You can’t pass when you lead." in told(lead, Answer(passes=True))
    assert told(lead, lay("R7R3")) == "Lead with one card, or all if they make a set."
    assert judge(lead, lay("G2")).is_right
    assert judge(whole, lay("B2")).state == "almost"
    assert told(whole, lay("B8B5B2")).startswith("You lead with 852. Those were your last cards, so the hand is over.")


def test_playing_the_last_cards_picks_up_nothing() -> None:
    last = position_named("last-cards")
    assert judge(last, lay("R6")).state == "almost"
    assert "your last cards, so the hand is over" in told(last, lay("R6P6"))
    assert told(last, lay("R6P6", "G4")).startswith("You don’t pick up a card when you lead or go out.")


def test_the_goat_joins_a_set_by_colour_alone() -> None:
    goat = position_named("goat")
    assert told(goat, lay("X0")).startswith("0 doesn’t beat 4.")
    assert told(goat, lay("B5")) == "5 beats 4. You picked up pink 4. Now play it with the goat."
    assert told(goat, lay("B5R5X0")) == "Cards of a set must share their number or colour."
    assert told(goat, lay("B5X0")).startswith("50 beats 4.")
    assert judge(goat, lay("B5X0")).is_right


def test_the_numbers_in_the_words_are_those_of_the_cards() -> None:
    for slug in ("count", "pick-up", "pass", "round", "points"):
        question = position_named(slug)
        assert str(question.shown_value) in str(question.ask)
