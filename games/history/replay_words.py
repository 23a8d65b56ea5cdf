"""A replay's frames in words, for the page and its script alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from django import template
from django.utils.translation import gettext, ngettext, pgettext

from games.history.replay import Replay, ReplayFrame, SeatFrame
from games.table import SetView
from games.table.log_words import entry_text
from games.table.words import owner_words, player_label, set_words, subject_name, won_text
from games.web.card_art import card, card_back, value_numerals
from games.web.card_words import card_count, short_card
from games.web.charts import AxisPlace, Chart, Series, line_chart
from games.web.counting import counts_down, shown_points
from games.web.score_words import with_points

register = template.Library()


class TagWords(TypedDict):
    words: str
    css: str


class SeatWords(TypedDict):
    """A seat in a frame. `cards`: face up; `backs`: face down; `known`: face up because seen picked up."""

    cards: Sequence[str]
    known: Sequence[str]
    backs: int
    count: str
    points: str
    tags: list[TagWords]
    acts: bool


class SetWords(TypedDict):
    cards: Sequence[str]
    value: int
    owner: str
    kind: str


class FrameWords(TypedDict):
    """Values that change between frames. `lead`: shown where rounds begin and end; `taken`: the card picked up."""

    turn: int
    place: str
    said: str
    then: list[str]
    laid: SetWords | None
    lead: str
    beaten: SetWords | None
    beaten_words: str
    taken: str
    took: str
    seats: list[SeatWords]


def all_frame_words(replay: Replay) -> list[FrameWords]:
    return [frame_words(replay, frame) for frame in replay.frames]


def frame_words(replay: Replay, frame: ReplayFrame) -> FrameWords:
    return {
        "turn": frame.turn,
        "place": _place(replay, frame),
        "said": _frame_text(replay, frame),
        "then": [*_won(frame), *(entry_text(entry) for entry in frame.then)],
        "laid": None if frame.table is None else _words_of_set(frame.table),
        "lead": _lead(frame) if frame.table is None or frame.swept else "",
        "beaten": None if frame.beaten is None else _words_of_set(frame.beaten),
        "beaten_words": pgettext("a set", "beaten"),
        "taken": frame.picked_up,
        "took": _took(frame),
        "seats": [_words_of_seat(replay, frame, seat) for seat in frame.seats],
    }


def _place(replay: Replay, frame: ReplayFrame) -> str:
    if not frame.turn:
        return gettext("The deal")
    words = gettext("Round {round}, turn {turn} of {last}")
    return words.format(round=frame.round, turn=frame.turn, last=replay.last)


def _frame_text(replay: Replay, frame: ReplayFrame) -> str:
    if frame.entry is None:
        if replay.leader.is_me:
            return gettext("Hand {number} is dealt. You lead.").format(number=replay.hand)
        return gettext("Hand {number} is dealt. {name} leads.").format(number=replay.hand, name=replay.leader.name)
    return entry_text(frame.entry)


def _lead(frame: ReplayFrame) -> str:
    number = frame.round + frame.swept
    if frame.to_act.is_me:
        return gettext("You lead round %(number)s") % {"number": number}
    return gettext("%(name)s leads round %(number)s") % {"name": frame.to_act.name, "number": number}


def _won(frame: ReplayFrame) -> list[str]:
    if not frame.swept or frame.table is None:
        return []
    return [won_text(frame.table, frame.round)]


def _took(frame: ReplayFrame) -> str:
    if frame.table is None or not frame.picked_up:
        return ""
    owner = frame.table.owner
    words = pgettext("name is “You”", "{name} picked up {card}") if owner.is_me else gettext("{name} picked up {card}")
    return words.format(name=subject_name(owner), card=short_card(frame.picked_up))


def _words_of_set(laid: SetView) -> SetWords:
    return {"cards": laid.cards, "value": laid.value, "owner": owner_words(laid), "kind": set_words(laid)}


def _words_of_seat(replay: Replay, frame: ReplayFrame, seat: SeatFrame) -> SeatWords:
    points, scored = replay.points[seat.player.seat], frame.scored
    return {
        "cards": seat.cards or (),
        "known": seat.known if seat.cards is None else (),
        "backs": seat.backs,
        "count": card_count(seat.size),
        "points": _points(replay, points, None if scored is None or replay.voided else scored[seat.player.seat]),
        "tags": list(_tags(frame, seat)),
        "acts": seat.to_act,
    }


def _points(replay: Replay, points: int, scored: int | None) -> str:
    if not scored:
        return with_points(points, replay.target)
    if counts_down(replay.target):
        words = ngettext("{points} − {scored} point", "{points} − {scored} points", scored)
    else:
        words = ngettext("{points} + {scored} point", "{points} + {scored} points", scored)
    return words.format(points=shown_points(points, replay.target), scored=scored)


def _tags(frame: ReplayFrame, seat: SeatFrame) -> Sequence[TagWords]:
    tags: list[TagWords] = []
    if not seat.size:
        tags.append({"words": pgettext("player without cards", "Out"), "css": "is-fjord"})
    if seat.to_act:
        tags.append(
            {
                "words": pgettext("tag of a seat", "To play")
                if frame.table and not frame.swept
                else gettext("To lead"),
                "css": "is-ember",
            }
        )
    elif seat.passed:
        tags.append({"words": pgettext("tag of a seat", "Passed"), "css": ""})
    elif seat.owns:
        tags.append({"words": gettext("Set to beat"), "css": "is-fjord"})
    return tags


class Drawn(TypedDict):
    small: dict[str, str]
    large: dict[str, str]
    values: dict[str, str]
    back: str


def cards_drawn(frames: Sequence[FrameWords]) -> Drawn:
    laid = [one for frame in frames for one in (frame["laid"], frame["beaten"]) if one is not None]
    small = {code for one in laid for code in one["cards"]}
    small.update(code for frame in frames for seat in frame["seats"] for code in (*seat["cards"], *seat["known"]))
    large = {code for frame in frames if frame["laid"] is not None for code in frame["laid"]["cards"]}
    return {
        "small": {code: card(code, "s") for code in sorted(small)},
        "large": {code: card(code, "tm") for code in sorted(large)},
        "values": {str(one["value"]): value_numerals(one["value"]) for one in laid},
        "back": card_back("s"),
    }


def points_chart(replay: Replay, address: str) -> Chart:
    """A chart of the points after each scored hand; `address` is the page's, ending in "?"."""
    hands = [hand for hand in replay.hands if hand.totals is not None]
    places = [
        AxisPlace(
            str(hand.number), gettext("Hand %(number)s") % {"number": hand.number}, f"{address}hand={hand.number}"
        )
        for hand in hands
    ]
    numbers, scores = [hand.number for hand in hands], [hand.totals for hand in hands if hand.totals is not None]
    return line_chart(
        gettext("Points left, hand by hand") if counts_down(replay.target) else gettext("Points, hand by hand"),
        places,
        [
            Series(
                player_label(player),
                [shown_points(totals[player.seat], replay.target) for totals in scores],
                is_me=player.is_me,
            )
            for player in replay.players
        ],
        axis=gettext("Hand"),
        here=numbers.index(replay.hand) if replay.hand in numbers else None,
    )


def cards_chart(replay: Replay, turn: int, address: str) -> Chart:
    """Cards of each seat by turn; `address` is the hand's page, ending in "&"."""
    places = [
        AxisPlace(
            str(frame.turn),
            gettext("Turn {number}").format(number=frame.turn) if frame.turn else gettext("The deal"),
            f"{address}turn={frame.turn}",
        )
        for frame in replay.frames
    ]
    return line_chart(
        gettext("Cards by turn in hand {number}").format(number=replay.hand),
        places,
        [
            Series(player_label(player), [frame.seats[player.seat].size for frame in replay.frames], is_me=player.is_me)
            for player in replay.players
        ],
        axis=gettext("Turn"),
        here=turn,
    )
