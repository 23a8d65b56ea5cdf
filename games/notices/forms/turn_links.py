"""The form of a turn that is taken from a mail: what a page without a script can say."""

from django.http import QueryDict


class MailTurnForm:
    """A turn as the mail's page sends it: `play`, `pickup` and `action` (play or pass).

    A play's value ends with `<` where a card of the beaten set is picked up, so that who goes out needs to let go of
    no pressed radio. Nothing is refused here: whether it is a turn, and a legal one, the engine says.
    """

    def __init__(self, data: QueryDict) -> None:
        self.play = data.get("play", "")
        self.pickup = data.get("pickup", "")
        self.is_pass = data.get("action") == "pass"

    @property
    def is_empty(self) -> bool:
        """Whether nothing was chosen."""
        return not self.is_pass and not self.play

    @property
    def text(self) -> str:
        """The turn as INTERFACES writes it."""
        if self.is_pass:
            return "pass"
        cards = self.play.removesuffix("<")
        return f"{cards}<{self.pickup}" if self.pickup and cards != self.play else cards
