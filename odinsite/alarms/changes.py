"""When to tell the faults that `health` found: once for each change, and each day that something is wrong."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final, Self

DAY_S: Final = 86_400.0
# A restart is no fault: a fault has to be there at the next look, too.
LOOKS: Final = 2


@dataclass(frozen=True, slots=True)
class Told:
    """The last news for operators, in a file, because database and Redis may be at fault."""

    faults: tuple[str, ...] = ()
    at: float = 0.0
    looks: int = 0

    @classmethod
    def read(cls, file: Path) -> Self:
        """Read the file. Without a readable one, nothing was told."""
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
            return cls(tuple(str(fault) for fault in found["faults"]), float(found["at"]), int(found["looks"]))
        except (OSError, ValueError, KeyError, TypeError):
            return cls()

    def write(self, file: Path) -> None:
        """Replace the file. Raises OSError."""
        draft = file.with_name(f".{file.name}.{os.getpid()}.new")
        draft.write_text(json.dumps(asdict(self)), encoding="utf-8")
        draft.replace(file)

    def after_look(self, wrong: Sequence[str]) -> Self:
        """The state after a check that found `wrong`, before any alarm is sent."""
        return replace(self, looks=min(self.looks + 1, LOOKS) if wrong else 0)

    def must_tell(self, wrong: Sequence[str]) -> bool:
        """Whether to tell: after this look, faults that were not told, the end of told ones, or told ones each day."""
        if not wrong:
            return bool(self.faults)
        if self.looks < LOOKS:
            return False
        is_new = not {kind(line) for line in wrong} <= set(self.faults)
        return is_new or not 0 <= time.time() - self.at < DAY_S

    def after_telling(self, wrong: Sequence[str]) -> Self:
        """All faults since all was well count as told, so that one that comes and goes is told once."""
        faults = {*self.faults, *(kind(line) for line in wrong)} if wrong else set()
        return replace(self, faults=tuple(sorted(faults)), at=time.time())


def kind(line: str) -> str:
    """The fault without its figures, which change from look to look."""
    return re.sub(r"\d+", "#", line)
