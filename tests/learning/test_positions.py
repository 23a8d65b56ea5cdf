"""The positions of the tutorial and the examples of the rules page: the engine agrees with what they say."""

from __future__ import annotations

import pytest

from games.engine import is_set, parse_cards, set_value
from games.learning.judging import judge, legal_plays
from games.learning.positions import EXAMPLES, POSITIONS, position_named
from games.learning.questions import Answer, Choice, Lay, Question, Which

NAMES = [position.slug for position in POSITIONS]


def lay(cards: str, pickup: str = "") -> Answer:
    return Answer(cards=tuple(map(str, parse_cards(cards))), pickup=pickup)


def told(question: Question, answer: Answer) -> str:
    return " ".join(judge(question, answer).words)


def right_answers(question: Question) -> list[Answer]:
    """Every answer that is right, as far as forms can send it."""
    if isinstance(question, Choice):
        tries = [Answer(options=frozenset({number})) for number in range(len(question.options))]
    elif isinstance(question, Which):
        size = len(question.options)
        tries = [Answer(options=frozenset(n for n in range(size) if bits >> n & 1)) for bits in range(1 << size)]
    else:
        assert isinstance(question, Lay)
        pickups = ["", *question.table_cards]
        tries = [lay(play, pickup) for play in legal_plays(question) for pickup in pickups] + [Answer(passes=True)]
    return [answer for answer in tries if judge(question, answer).is_right]


def test_there_are_about_ten_each_with_a_name_of_its_own() -> None:
    assert 9 <= len(POSITIONS) <= 12
    assert len(set(NAMES)) == len(POSITIONS)
    assert "game" not in NAMES  # the address of the game for practice


@pytest.mark.parametrize("slug", NAMES)
def test_each_can_be_solved_and_answered_wrong(slug: str) -> None:
    question = position_named(slug)
    right = right_answers(question)
    assert right
    if isinstance(question, Choice | Which):
        assert len(right) == 1
    empty = judge(question, Answer())
    assert empty.state == "empty"
    assert empty.words[0].startswith("Choose")
    nonsense = Answer(cards=("Z9", "<script>"), pickup="?", options=frozenset({99}))
    assert not judge(question, nonsense).is_right


@pytest.mark.parametrize(
    "question", [*POSITIONS, *EXAMPLES], ids=lambda question: f"{type(question).__name__}-{question.slug}"
)
def test_no_card_is_there_twice_and_each_table_is_a_set(question: Question) -> None:
    hand = parse_cards(question.hand) if isinstance(question, Lay | Which) else ()
    table = parse_cards(question.table)
    assert len({*hand, *table}) == len(hand) + len(table)
    assert len(hand) <= 9
    assert not table or is_set(table)
    if isinstance(question, Which) and question.asks == "play":
        assert all(set(parse_cards(option)) <= set(hand) for option in question.options)


def test_only_cards_that_are_strictly_higher_beat_the_table() -> None:
    higher = position_named("higher")
    assert told(higher, lay("B5")) == "5 doesn’t beat 5."
    assert told(higher, lay("K4")) == "4 doesn’t beat 5."
    assert told(higher, lay("B5K4")) == "Cards of a set must share their number or colour."
    assert told(higher, lay("O7")).startswith("7 beats 5. You picked up red 5.")
    assert judge(higher, Answer(passes=True)).state == "almost"


def test_as_many_cards_or_one_more() -> None:
    verdict = judge(position_named("count"), Answer(options=frozenset(range(5))))
    assert verdict.state == "wrong"
    assert [(mark.state, mark.words) for mark in verdict.marks] == [
        ("right", "66 beats 54."),
        ("wrong", "54 doesn’t beat 54."),
        ("wrong", "Play 2 or 3 cards."),
        ("right", "321 beats 54."),
        ("wrong", "Play 2 or 3 cards."),
    ]
    some = judge(position_named("count"), Answer(options=frozenset({0})))
    assert (some.state, some.marks[3].words) == ("almost", "")


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
    marks = judge(position_named("goat"), Answer(options=frozenset(range(4)))).marks
    assert [mark.words for mark in marks] == [
        "0 doesn’t beat 4.",
        "5 beats 4.",
        "50 beats 4.",
        "Cards of a set must share their number or colour.",
    ]


def test_the_numbers_in_the_words_are_those_of_the_cards() -> None:
    value = position_named("value")
    assert isinstance(value, Choice)
    right = next(str(option.words) for option in value.options if option.right)
    assert int(right) == set_value(parse_cards(value.shown))
    for slug in ("count", "pick-up", "pass", "round"):
        question = position_named(slug)
        assert str(question.table_value) in str(question.ask)
    points = position_named("points")
    assert isinstance(points, Choice)
    assert int(next(str(option.words) for option in points.options if option.right)) == len(parse_cards(points.shown))
