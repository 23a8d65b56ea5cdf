"""Reasons why a message did not reach an address that a person gave."""


class Undelivered(Exception):
    """A message was not delivered. `reason` is shown to people and contains no address. `permanent`: retrying is
    pointless. `gone`: so is anything else to this address. `slow`: it used up the time limit. `answer`: the server's
    status and the beginning of what it said, "" without an answer.
    """

    slow = False

    def __init__(self, reason: str, *, permanent: bool = False, gone: bool = False, answer: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.answer = answer
        self.permanent = permanent or gone
        self.gone = gone


class DeliveryRefused(Undelivered):
    def __init__(self, reason: str) -> None:
        super().__init__(reason, permanent=True)


class Unreachable(Undelivered):
    """The server could not be reached; a later attempt may succeed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)


class TooSlow(Unreachable):
    slow = True
