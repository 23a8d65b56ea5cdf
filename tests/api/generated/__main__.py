"""A client that openapi-python-client generates from the document plays a hand: the document is enough.

`python -m tests.api.generated PYTHON`, where PYTHON has the packages of requirements.lock, starts a site, and ends with
a traceback at the first fault.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from tests.embedded.running import ROOT, Running, Shell

DOCUMENT: Final = ROOT / "games" / "api" / "openapi.json"
PATIENCE_S: Final = 300.0
# ruff would format code that no one reads. Lines of streams are text to a client that knows no other type.
CONFIG: Final = """
post_hooks: []
package_name_override: odin_client
content_type_overrides:
  application/x-ndjson: text/plain
"""
TOKEN: Final = """
from accounts.models import User
from accounts.tokens.services import token_make
user = User.objects.create_user("alice", "alice@example.org")
result = token_make(user=user, name="generated", scopes=["read", "play"], days=30).text
"""


def run(python: Path, *arguments: object, **extra: str) -> str:
    """The program's output. Raises CalledProcessError, after what it printed, and TimeoutExpired."""
    command = [str(python), *map(str, arguments)]
    return subprocess.run(
        command, env={**os.environ, **extra}, stdout=subprocess.PIPE, text=True, timeout=PATIENCE_S, check=True
    ).stdout


def generate(python: Path, folder: Path) -> None:
    """Write `odin_client` into the folder. A warning is a fault."""
    config = folder / "config.yaml"
    config.write_text(CONFIG)
    options = ["--path", DOCUMENT, "--config", config, "--meta", "none", "--output-path", folder / "odin_client"]
    run(python, "-m", "openapi_python_client", "generate", "--fail-on-warning", *options)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.api.generated", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("python", type=Path)
    python = parser.parse_args().python
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="odin-client-")))
        generate(python, folder)
        site = stack.enter_context(Running(folder / "data", BOT_PAUSE_S="0"))
        token = stack.enter_context(closing(Shell(site.data))).do(TOKEN)
        ended = run(python, Path(__file__).with_name("game.py"), site.address, token, PYTHONPATH=str(folder))
    sys.stdout.write(ended)
    return int(not ended.startswith("finished"))


if __name__ == "__main__":
    sys.exit(main())
