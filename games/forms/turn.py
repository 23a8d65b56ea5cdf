"""The form of a turn."""

from django.http import QueryDict

from games.forms.numbers import whole_number


class TurnForm:
    """A turn as the page sends it: `card` for each card, `pickup`, `action` (play or pass) and the `version` seen.

    Nothing is refused here: whether it is a turn, and a legal one, the engine says.
    """

    def __init__(self, data: QueryDict) -> None:
        self.cards = data.getlist("card")
        self.pickup = data.get("pickup", "")
        self.is_pass = data.get("action") == "pass"
        version = whole_number(data.get("version", ""))
        # No game has ever a negative version, so a missing or odd one counts as out of date.
        self.version = -1 if version is None else version

    @property
    def text(self) -> str:
        """The turn as INTERFACES writes it."""
        if self.is_pass:
            return "pass"
        return "".join(self.cards) + (f"<{self.pickup}" if self.pickup else "")
