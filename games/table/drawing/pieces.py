"""Pieces that the page's templates render at the end of a hand, with `{…}` for the script to fill."""

from __future__ import annotations

import re
from typing import Any, Final, Self, cast

from django.template.loader import render_to_string
from django.utils.translation import gettext

from games.table import HandResult
from games.table.players import Player
from games.table.view_model import ResultRow
from games.table.words import goal_words, of_target, out_words, player_label, result_words, to_go
from games.web.counting import counting

SOMEONE: Final = Player(0, "{name}", "", 0, is_me=False, is_bot=False)
ME: Final = Player(0, "{name}", "", 0, is_me=True, is_bot=False)


class _Blank(str):
    """A placeholder for points or a target. The points left of a target are written like points."""

    __slots__ = ()

    def __sub__(self, points: Self) -> Self:
        return points

    def __gt__(self, _least: object) -> bool:
        return True


TARGET: Final = _Blank("{target}")
# Its first player holds a card, its second went out.
_RESULT: Final = HandResult(
    number=cast(int, _Blank("{number}")),
    leader=SOMEONE,
    out=SOMEONE,
    rows=tuple(
        ResultRow(SOMEONE, left, cast(int, _Blank("{scored}")), cast(int, _Blank("{total}"))) for left in (("X0",), ())
    ),
    turns_count=0,
    voided=False,
)
_TABLE: Final = {
    "hand": "{next}",
    "results": (_RESULT,),
    "rules": {"target": TARGET, "seats": 1},
    "seats": ({"player": SOMEONE, "points": _Blank("{total}")},),
}


def pieces() -> dict[str, Any]:
    """The pieces in the active language. Pairs are of points counted up and down, except `out` and `hand_ended`:
    another player's and the viewer's.
    """
    up, down = _counted(down=False), _counted(down=True)
    return {
        **{name: [up[name], down[name]] for name in up},
        "out": [out_words(_went_out(player)) for player in (SOMEONE, ME)],
        "hand_ended": [result_words(_went_out(player)) for player in (SOMEONE, ME)],
        "to_go": to_go(cast(int, _Blank("{count}")), cast(int, TARGET)),
        "you": player_label(ME),
        "earlier_hands": gettext("Earlier hands"),
        "dealt": gettext("Hand %(number)s is dealt") % {"number": "{number}"},
        "go_on": gettext("Go to hand %(number)s") % {"number": "{number}"},
    }


def _counted(*, down: bool) -> dict[str, str]:
    with counting(down=down):
        return {
            "hand_over": _drawn("games/table/board/hand_over.html", table=_TABLE, result=_RESULT),
            "panel_hands": _drawn("games/table/below/panel_hands.html", table=_TABLE),
            "points": of_target(cast(int, _Blank("{points}")), cast(int, TARGET)),
            "hand_line": gettext("hand {number} · {goal}").replace("{goal}", goal_words(cast(int, TARGET))),
        }


def _went_out(player: Player) -> HandResult:
    number = cast(int, _Blank("{number}"))
    return HandResult(number=number, leader=player, out=player, rows=(), turns_count=0, voided=False)


def _drawn(name: str, **values: object) -> str:
    return re.sub(r"\s+", " ", render_to_string(name, values))
