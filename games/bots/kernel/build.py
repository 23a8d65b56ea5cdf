"""`python -m games.bots.kernel.build`: compiles `source/` into `kernel.wasm`. Needs `pip install ziglang==0.17.1`.

The module carries the digest of its sources, so that a test can tell whether it is up to date.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).with_name("source")
OPTIONS: Final = (
    *("-target", "wasm32-freestanding", "-O3", "-flto", "-nostdlib", "-mcpu=generic+bulk_memory+simd128"),
    *("-Wall", "-Wextra", "-Werror", "-Wl,--no-entry", "-Wl,--strip-all"),
)


def source_digest() -> int:
    """A digest of all sources, in 63 bits."""
    digest = hashlib.sha256()
    for path in sorted(SOURCE.iterdir()):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return int.from_bytes(digest.digest()[:8]) >> 1


def main() -> None:
    files = sorted(str(path) for path in SOURCE.glob("*.c"))
    compiler = [sys.executable, "-m", "ziglang", "cc", *OPTIONS, f"-DSOURCE_DIGEST={source_digest()}ull"]
    subprocess.run([*compiler, "-o", str(SOURCE.with_name("kernel.wasm")), *files], check=True)


if __name__ == "__main__":
    main()
