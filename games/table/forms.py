"""The form of a turn."""

from django.http import QueryDict

from games.table.choices import OUT
from games.web.numbers import whole_number


class TurnForm:
    """A turn as the page sends it: `card` for each card, `pickup`, `action` (play, pass or back), the `version` seen.

    The text-only table sends one `play` instead of cards and action: the cards together, or "pass". `warn` and
    `confirm` ask for questions before the turn is taken, `sure` says that they have been answered, and the action
    `back` that the turn is not to be taken. Nothing is refused here: whether it is a turn, and a legal one, the engine
    says.
    """

    def __init__(self, data: QueryDict) -> None:
        self.play = data.get("play", "")
        self.cards = data.getlist("card") or _cards_of(self.play.removesuffix(OUT))
        self.pickup = "" if self.play.endswith(OUT) else data.get("pickup", "")
        self.is_pass = "pass" in (data.get("action"), self.play)
        self.goes_back = data.get("action") == "back"
        self.warns = bool(data.get("warn"))
        self.confirms = bool(data.get("confirm"))
        self.is_sure = bool(data.get("sure"))
        version = whole_number(data.get("version", ""))
        # No game has ever a negative version, so a missing or odd one counts as out of date.
        self.version = -1 if version is None else version

    @property
    def text(self) -> str:
        """The turn as INTERFACES writes it."""
        if self.is_pass:
            return "pass"
        return "".join(self.cards) + (f"<{self.pickup}" if self.pickup else "")


def _cards_of(play: str) -> list[str]:
    """The cards of a play, two characters each; the engine says whether they are any."""
    return [] if play == "pass" else [play[at : at + 2] for at in range(0, len(play), 2)]
