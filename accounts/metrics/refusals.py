"""The base of all refusals."""

from typing import Any

from accounts.metrics.counted import REFUSALS


class CountedRefusal(Exception):
    """A refusal, which is counted under its `code` when it is made; nothing was changed."""

    code: str

    def __init__(self, *about: object) -> None:
        super().__init__(*about)
        REFUSALS.add(self.code)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it says, since `__init__` would count it again and may take other arguments."""
        return Exception.__new__, (type(self), *self.args), self.__dict__
