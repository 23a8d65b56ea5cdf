"""The inner loop of search: compiled where wasmtime runs, in Python elsewhere."""

from __future__ import annotations

import logging
from functools import cache

from games.bots.kernel.compiled import CompiledKernel
from games.bots.kernel.pure import PureKernel
from games.bots.kernel.situation import Kernel, Play, SeenTurn, Situation, Tried

__all__ = ["Kernel", "Play", "SeenTurn", "Situation", "Tried", "kernel"]

_logger = logging.getLogger(__name__)


@cache
def kernel() -> Kernel:
    """The fastest that runs here, started at the first call."""
    try:
        return CompiledKernel()
    except Exception as failed:  # whatever keeps WebAssembly from running, bots go on without it
        _logger.warning("Bots search slowly, as their compiled part does not run: %s", failed)
        return PureKernel()
