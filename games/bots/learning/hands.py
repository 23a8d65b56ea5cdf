"""Hands to learn from (kernel/source/hands.c), played by the kernel as it is or compiled for this machine."""

from __future__ import annotations

import ctypes
import json
import subprocess
from enum import IntEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple, Protocol

from games.bots.kernel.build import SOURCE
from games.bots.kernel.compiled import FEATURES, POLICIES, WEIGHTS, PublicFields, StateFields, TurnFields
from games.engine.cards import MAX_SEATS

MOST_ROWS: Final = 1 << 15
MAX_TURNS: Final = 600
# The net's inputs; of a row, those that are one, filled up with the last, which never is.
INPUTS: Final = 832
NO_INPUT: Final = INPUTS - 1
MAX_ONES: Final = 96
OPTIONS: Final = (
    *("-std=gnu11", "-O3", "-flto", "-march=native", "-shared", "-fPIC"),
    *("-fvisibility=hidden", "-DEACH_THREAD=_Thread_local", "-DSOURCE_DIGEST=0"),
)
_ARGUMENTS: Final = {
    "begin_lot": (ctypes.c_int, ctypes.c_int, ctypes.c_uint64),
    "play_hands": (ctypes.c_int, ctypes.c_int, ctypes.c_int),
    "unpack_net": (),
}


class PlayerKind(IntEnum):
    NET = 0
    GREEDY = 1
    POLICY = 2


class HandFields(ctypes.Structure):
    """The last hand, from the deal to its end."""

    _fields_ = (
        ("dealt", StateFields),
        ("now", StateFields),
        ("open", PublicFields),
        ("players", ctypes.c_int32 * MAX_SEATS),
        ("turns", ctypes.c_int32),
        ("noted", ctypes.c_int32),
        ("taken", TurnFields * MAX_TURNS),
    )


class ReportFields(ctypes.Structure):
    _fields_ = (
        ("rows", ctypes.c_int32),
        ("seats", ctypes.c_int32 * len(PlayerKind)),
        ("wins", ctypes.c_int32 * len(PlayerKind)),
    )


class TargetFields(ctypes.Structure):
    """The chance that the seat wins its hand, and its points / 9."""

    _fields_ = (("won", ctypes.c_float), ("points", ctypes.c_float))


class Machine(Protocol):
    """A compiled kernel: its functions, and the addresses in our memory of the data that they point to."""

    def call(self, name: str, *numbers: int) -> int: ...

    def at(self, name: str) -> int: ...


class NativeKernel:
    """The kernel compiled by the system's `cc`. Each thread that calls it has state of its own, about 12 MB."""

    def __init__(self) -> None:
        """Compile and load the kernel. Raises OSError or subprocess.CalledProcessError if there is no compiler, or it
        fails.
        """
        with TemporaryDirectory() as folder:
            library = str(Path(folder, "kernel.so"))
            sources = sorted(str(path) for path in SOURCE.glob("*.c"))
            subprocess.run(["cc", *OPTIONS, "-o", library, *sources], check=True)
            self._library = ctypes.CDLL(library)
        weights = (ctypes.c_double * FEATURES * POLICIES).from_address(self.at("weights_at"))
        for which, learned in enumerate(json.loads(WEIGHTS.read_text())):
            weights[which][:] = learned

    def set_net(self, packed: bytes) -> None:
        """Replace all threads' weights (float16, by layer). No thread may be playing."""
        ctypes.memmove(self.at("net_at"), packed, len(packed))
        self.call("unpack_net")

    def call(self, name: str, *numbers: int) -> int:
        """Call an exported function. Other threads run at the same time."""
        function = self._library[name]
        function.argtypes = _ARGUMENTS[name]
        return int(function(*numbers) or 0)

    def at(self, name: str) -> int:
        function = self._library[name]
        function.argtypes, function.restype = (), ctypes.c_void_p
        return int(function())


class TrainingMatch(NamedTuple):
    """The net on one of `seats` seats, drawn by chance, against `others` on the rest."""

    seats: int
    others: PlayerKind


class Lot:
    """Hands played one after the other, by chance of their own; for learning, or of a `match`.

    A thread has one lot, the last that it began, and nobody else may read it while the thread plays.
    """

    def __init__(self, machine: Machine, seed: int, match: TrainingMatch | None = None) -> None:
        seats, others = match or (0, PlayerKind.NET)
        machine.call("begin_lot", seats, others, seed)
        self._machine = machine
        self.report = ReportFields.from_address(machine.at("report_at"))
        self.hand = HandFields.from_address(machine.at("hand_at"))
        self.rows = (ctypes.c_uint16 * MAX_ONES * MOST_ROWS).from_address(machine.at("rows_at"))
        self.targets = (TargetFields * MOST_ROWS).from_address(machine.at("targets_at"))

    def play(self, hands: int, *, odd: int = 0, by_policy: bool = False) -> int:
        """Play `hands` hands. The net, or with `by_policy` the linear policy, takes the turn that it values most, but
        in `odd` of 10,000 choices any. Returns how many `rows` with `targets` there are to learn from.
        """
        return self._machine.call("play_hands", hands, odd, by_policy)

    def results(self) -> dict[PlayerKind, tuple[int, int]]:
        """Each player's wins and seats in hands of several players, since the last call."""
        sums = {player: (self.report.wins[player], self.report.seats[player]) for player in PlayerKind}
        self.report.wins, self.report.seats = type(self.report.wins)(), type(self.report.seats)()
        return sums
