"""The form of a turn."""

from django.http import QueryDict

from games.table.choices import OUT
from games.web.numbers import whole_number


class TurnForm:
    """A posted turn: `card` for each card, `pickup`, `action` (play, pass or back) and the `version` seen. The engine
    judges the turn.

    The text table posts one `play` instead of cards and action: the cards together, or "pass". `warn` and `confirm`
    request questions first; `sure` says that they are answered. The action `back` cancels, and `unasked` also ends
    questions about any turn. `note` is for the next player.
    """

    def __init__(self, data: QueryDict) -> None:
        self.play = data.get("play", "")
        self.cards = data.getlist("card") or _cards_in_play(self.play.removesuffix(OUT))
        self.pickup = "" if self.play.endswith(OUT) else data.get("pickup", "")
        self.is_pass = "pass" in (data.get("action"), self.play)
        self.stops_questions = data.get("action") == "unasked"
        self.goes_back = self.stops_questions or data.get("action") == "back"
        self.warns = bool(data.get("warn"))
        self.confirms = bool(data.get("confirm"))
        self.note = data.get("note", "")
        self.is_sure = bool(data.get("sure"))
        version = whole_number(data.get("version", ""))
        # Versions are never negative, so a missing or malformed one is stale.
        self.version = -1 if version is None else version

    @property
    def text(self) -> str:
        if self.is_pass:
            return "pass"
        return "".join(self.cards) + (f"<{self.pickup}" if self.pickup else "")


def _cards_in_play(play: str) -> list[str]:
    return [] if play == "pass" else [play[at : at + 2] for at in range(0, len(play), 2)]
