"""The form of a turn played from an email."""

from django.http import QueryDict


class MailTurnForm:
    """A turn from an email: `play`, `pickup` and `action` (play or pass); the engine checks the turn. `play` ends with
    `<` if it picks up a card of the beaten set. A play of all cards ignores `pickup`, because without a script no radio
    button can be cleared.
    """

    def __init__(self, data: QueryDict) -> None:
        self.play = data.get("play", "")
        self.pickup = data.get("pickup", "")
        self.is_pass = data.get("action") == "pass"

    @property
    def is_empty(self) -> bool:
        return not self.is_pass and not self.play

    @property
    def text(self) -> str:
        if self.is_pass:
            return "pass"
        cards = self.play.removesuffix("<")
        return f"{cards}<{self.pickup}" if self.pickup and cards != self.play else cards
