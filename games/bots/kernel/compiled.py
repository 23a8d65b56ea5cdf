"""The inner loop of search as WebAssembly, compiled from `source/` by build.py and run by wasmtime."""

from __future__ import annotations

import atexit
import ctypes
import json
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Final

from games.bots.kernel.situation import MIN_DEALS, Play, Situation
from games.engine.cards import MAX_SEATS

WASM: Final = Path(__file__).with_name("kernel.wasm")
# By seats: two, more (learn.py writes them).
WEIGHTS: Final = Path(__file__).with_name("weights.json")
MAX_TRIED: Final = 64
FEATURES: Final = 166
MAX_PLAYS: Final = 2048
_LEAD: Final = -1


class StateFields(ctypes.Structure):
    """`State` of kernel.h."""

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


class SituationFields(ctypes.Structure):
    _fields_ = (("state", StateFields), ("unseen", ctypes.c_uint64), ("missing", ctypes.c_int32 * MAX_SEATS))


class TriedFields(ctypes.Structure):
    _fields_ = (("turn", TurnFields), ("points", ctypes.c_uint64))


class SceneFields(ctypes.Structure):
    _fields_ = (
        ("held", ctypes.c_uint64),
        ("table", ctypes.c_uint64),
        ("seats", ctypes.c_int32),
        ("acts", ctypes.c_int32),
        ("owner", ctypes.c_int32),
        ("sizes", ctypes.c_int32 * MAX_SEATS),
    )


class CompiledKernel:
    """One instance with memory of its own; a lock lets one thread in at a time.

    Starting it costs about 50 ms and 20 MB.
    """

    turns_a_ms = 200

    def __init__(self) -> None:
        """Raises ImportError or wasmtime.WasmtimeError where wasmtime does not run."""
        import wasmtime

        engine = wasmtime.Engine()
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
        self.state = StateFields.from_address(self._at("state_at"))
        self.turn = TurnFields.from_address(self._at("turn_at"))
        self.plays = (ctypes.c_uint64 * MAX_PLAYS).from_address(self._at("plays_at"))
        self._scene = SceneFields.from_address(self._at("scene_at"))
        self._weights = (ctypes.c_double * FEATURES * 2).from_address(self._at("weights_at"))
        self.gradient = (ctypes.c_double * FEATURES).from_address(self._at("gradient_at"))
        for which, weights in enumerate(json.loads(WEIGHTS.read_text())):
            self.set_weights(which, weights)
        self._situation = SituationFields.from_address(self._at("situation_at"))
        self._tried = (TriedFields * MAX_TRIED).from_address(self._at("tried_at"))

    def _at(self, name: str) -> int:
        return self._base + self.call(name)

    def set_weights(self, which: int, weights: Sequence[float]) -> None:
        """Of the policy: 0 for two seats, 1 for more."""
        for at, weight in enumerate(weights):
            self._weights[which][at] = weight

    def call(self, name: str, *numbers: int) -> int:
        """Call an exported function. Costs about 20 microseconds."""
        answer = self._functions[name](self._store, *numbers)
        return answer if isinstance(answer, int) else 0

    def try_out(self, situation: Situation, turns: Sequence[Play], work: int, seed: int) -> tuple[int, list[int]]:
        with self._lock:
            _fill_situation(self._situation, situation)
            for at, (mask, pickup) in enumerate(turns):
                self._tried[at] = TriedFields(TurnFields(mask, pickup), 0)
            deals = self.call("try_out", len(turns), MIN_DEALS, work, seed)
            return deals, [tried.points for tried in self._tried[: len(turns)]]

    def learned(self, situation: Situation) -> Play:
        """The turn that the learned policy likes best."""
        with self._lock:
            scene, seat = self._scene, situation.to_act
            scene.held, scene.table, scene.seats = situation.held[seat], situation.table, len(situation.held)
            scene.acts, scene.owner = seat, _LEAD if situation.owner is None else situation.owner
            for at, (known, missing) in enumerate(zip(situation.held, situation.missing, strict=True)):
                scene.sizes[at] = known.bit_count() + missing
            self.call("learned")
            return Play(self.turn.play, self.turn.pickup)


def fill_state(fields: StateFields, held: Sequence[int], table: int, owner: int | None, to_act: int) -> None:
    for seat, cards in enumerate(held):
        fields.held[seat] = cards
    fields.table, fields.seats, fields.acts = table, len(held), to_act
    fields.owner, fields.over = _LEAD if owner is None else owner, 0


def _fill_situation(fields: SituationFields, situation: Situation) -> None:
    fill_state(fields.state, situation.held, situation.table, situation.owner, situation.to_act)
    fields.unseen = situation.unseen
    for seat, missing in enumerate(situation.missing):
        fields.missing[seat] = missing
