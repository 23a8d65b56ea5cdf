"""The inner loop of search as WebAssembly, compiled from `source/` by build.py and run by wasmtime."""

from __future__ import annotations

import atexit
import ctypes
import json
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Final

from games.bots.kernel.situation import TABLES, Play, Situation, Tried
from games.engine.cards import MAX_SEATS

WASM: Final = Path(__file__).with_name("kernel.wasm")
# The weights of the policies (learn.py writes them).
WEIGHTS: Final = Path(__file__).with_name("weights.json")
# The numbers of the net (source/net.c) in half precision, layer by layer.
NET: Final = Path(__file__).with_name("net.bin")
MAX_TRIED: Final = 2048
# The number of the other seats' turns to use; the last ones are the most informative.
MAX_SEEN: Final = 40
FEATURES: Final = 473
MAX_PLAYS: Final = 2048
# With two seats, with more, and with two against `greedy`.
POLICIES: Final = 3
GUESSES: Final = 4
_LEAD: Final = -1


class StateFields(ctypes.Structure):
    """The fields of `State` in kernel.h."""

    _fields_ = (
        ("held", ctypes.c_uint64 * MAX_SEATS),
        ("table", ctypes.c_uint64),
        ("seats", ctypes.c_int32),
        ("acts", ctypes.c_int32),
        ("owner", ctypes.c_int32),
        ("over", ctypes.c_int32),
    )


class TurnFields(ctypes.Structure):
    _fields_ = (("play", ctypes.c_uint64), ("pickup", ctypes.c_uint64))


class PublicFields(ctypes.Structure):
    _fields_ = (
        ("known", ctypes.c_uint64 * MAX_SEATS),
        ("gone", ctypes.c_uint64),
        ("passed", ctypes.c_uint8 * TABLES * MAX_SEATS),
    )


class SituationFields(ctypes.Structure):
    _fields_ = (
        ("state", StateFields),
        ("open", PublicFields),
        ("unseen", ctypes.c_uint64),
        ("missing", ctypes.c_int32 * MAX_SEATS),
        ("points", ctypes.c_int32 * MAX_SEATS),
        ("target", ctypes.c_int32),
        ("leader", ctypes.c_int32),
    )


class SceneFields(ctypes.Structure):
    _fields_ = (
        ("held", ctypes.c_uint64),
        ("table", ctypes.c_uint64),
        ("seats", ctypes.c_int32),
        ("acts", ctypes.c_int32),
        ("owner", ctypes.c_int32),
        ("sizes", ctypes.c_int32 * MAX_SEATS),
        ("against", ctypes.c_int32),
    )


class TriedFields(ctypes.Structure):
    _fields_ = (
        ("turn", TurnFields),
        ("deals", ctypes.c_uint64),
        ("points", ctypes.c_double),
        ("worth", ctypes.c_double),
        ("prior", ctypes.c_double),
        ("score", ctypes.c_double),
    )


class SeenFields(ctypes.Structure):
    _fields_ = (("scene", SceneFields), ("turn", TurnFields))


class GuessFields(ctypes.Structure):
    """A deal that the last search held possible. `quick`: the seats that it took for `greedy`, as bits."""

    _fields_ = (
        ("state", StateFields),
        ("loose", ctypes.c_uint64 * MAX_SEATS),
        ("apart", ctypes.c_uint64),
        ("likely", ctypes.c_double * MAX_SEATS),
        ("quick", ctypes.c_uint32),
    )


class CompiledKernel:
    """An instance of the kernel with its own memory; a lock lets one thread in at a time. Starting it costs about 50 ms
    and 20 MB.
    """

    work_a_ms = 6_000

    def __init__(self) -> None:
        """Start the kernel. Raises ImportError or wasmtime.WasmtimeError where wasmtime does not run."""
        import wasmtime

        config = wasmtime.Config()
        # A forked process would wait for ever for its parent's compiling threads, which it does not have.
        config.parallel_compilation = False
        engine = wasmtime.Engine(config)
        self._store = wasmtime.Store(engine)
        exports = wasmtime.Instance(self._store, wasmtime.Module(engine, WASM.read_bytes()), []).exports(self._store)
        self._functions = {name: found for name, found in exports.items() if isinstance(found, wasmtime.Func)}
        memory = exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        # Closed too late, when modules are gone already, they would complain.
        atexit.register(engine.close)
        atexit.register(self._store.close)
        # The memory never grows, so it never moves.
        self._base = ctypes.addressof(memory.data_ptr(self._store).contents)
        self._lock = Lock()
        self.state = StateFields.from_address(self.at("state_at"))
        self.turn = TurnFields.from_address(self.at("turn_at"))
        self.plays = (ctypes.c_uint64 * MAX_PLAYS).from_address(self.at("plays_at"))
        self._scene = SceneFields.from_address(self.at("scene_at"))
        self._weights = (ctypes.c_double * FEATURES * POLICIES).from_address(self.at("weights_at"))
        self.gradient = (ctypes.c_double * FEATURES).from_address(self.at("gradient_at"))
        self._situation = SituationFields.from_address(self.at("situation_at"))
        self.tried = (TriedFields * MAX_TRIED).from_address(self.at("tried_at"))
        self._seen = (SeenFields * MAX_SEEN).from_address(self.at("seen_at"))
        self.guesses = (GuessFields * GUESSES).from_address(self.at("guesses_at"))
        for which, weights in enumerate(json.loads(WEIGHTS.read_text())):
            self.set_weights(which, weights)
        net = NET.read_bytes()
        ctypes.memmove(self.at("net_at"), net, len(net))
        self.call("unpack_net")

    def at(self, name: str) -> int:
        """The address in our memory of the data that the exported function `name` points to."""
        return self._base + self.call(name)

    def set_weights(self, which: int, weights: Sequence[float]) -> None:
        """Replace the weights of one of the policies."""
        for at, weight in enumerate(weights):
            self._weights[which][at] = weight
        self.call("forget")

    def call(self, name: str, *numbers: int) -> int:
        """Call an exported function. Costs about 20 microseconds."""
        answer = self._functions[name](self._store, *numbers)
        return answer if isinstance(answer, int) else 0

    def search(self, situation: Situation, turns: Sequence[Play], work: int, seed: int) -> list[Tried]:
        """Search by the learned policy, in deals that make the turns seen likely."""
        with self._lock:
            _fill_situation(self._situation, situation)
            seen = situation.seen[-MAX_SEEN:]
            for fields, one in zip(self._seen, seen, strict=False):
                _fill_scene(fields.scene, one.table, one.owner, one.seat, one.sizes)
                fields.turn = TurnFields(*one.play)
            turns = turns[:MAX_TRIED]
            for at, play in enumerate(turns):
                self.tried[at].turn = TurnFields(*play)
            count = self.call("search", len(turns), len(seen), work, seed)
            found = self.tried[:count]
            return [Tried(Play(one.turn.play, one.turn.pickup), one.deals, one.points) for one in found]

    def learned(self, situation: Situation, *, against_greedy: bool) -> Play:
        """The turn that the learned policy likes best."""
        with self._lock:
            self._scene.against = against_greedy
            seat = situation.to_act
            self._scene.held = situation.held[seat]
            _fill_scene(self._scene, situation.table, situation.owner, seat, situation.sizes)
            self.call("learned")
            return Play(self.turn.play, self.turn.pickup)


def _fill_scene(fields: SceneFields, table: int, owner: int | None, to_act: int, sizes: Sequence[int]) -> None:
    fields.table, fields.seats, fields.acts = table, len(sizes), to_act
    fields.owner = _LEAD if owner is None else owner
    for seat, size in enumerate(sizes):
        fields.sizes[seat] = size


def fill_state(fields: StateFields, held: Sequence[int], table: int, owner: int | None, to_act: int) -> None:
    for seat, cards in enumerate(held):
        fields.held[seat] = cards
    fields.table, fields.seats, fields.acts = table, len(held), to_act
    fields.owner, fields.over = _LEAD if owner is None else owner, 0


def _fill_situation(fields: SituationFields, situation: Situation) -> None:
    fill_state(fields.state, situation.held, situation.table, situation.owner, situation.to_act)
    fields.unseen = situation.unseen
    _fill_public(fields.open, situation)
    for seat, missing in enumerate(situation.missing):
        fields.missing[seat] = missing
    fields.points[:] = (*situation.points, *[0] * (MAX_SEATS - len(situation.points)))
    fields.target, fields.leader = situation.target or 0, situation.leader


def _fill_public(fields: PublicFields, situation: Situation) -> None:
    fields.gone, fields.passed = situation.gone, type(fields.passed)()
    for seat, cards in enumerate(situation.held):
        fields.known[seat] = 0 if seat == situation.to_act else cards
    for seat, passed in enumerate(situation.passed):
        fields.passed[seat][:] = passed
