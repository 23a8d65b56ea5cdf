"""Why a message did not reach an address that a person gave."""


class Undelivered(Exception):
    """The message was not taken. `reason` is for people and never holds an address.

    `permanent`: sending the same again is pointless. `gone`: so is sending anything to that address. `slow`: it took
    all the time that there is.
    """

    slow = False

    def __init__(self, reason: str, *, permanent: bool = False, gone: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.permanent = permanent or gone
        self.gone = gone


class Refused(Undelivered):
    """We do not write to such an address."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, permanent=True)


class Unreachable(Undelivered):
    """Nobody answered properly; somebody may later."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)


class TooSlow(Unreachable):
    """Nobody answered in the time that there is."""

    slow = True
