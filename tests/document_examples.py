"""The examples of documents: their blocks of JSON."""

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def json_examples(document: str) -> list[Any]:
    """The values of the document's JSON blocks, in its order."""
    blocks = re.findall(r"^```json\n(.*?)^```$", (ROOT / document).read_text(), re.MULTILINE | re.DOTALL)
    return [json.loads(block) for block in blocks]
