"""Python's collector of objects that refer to each other in circles."""

import gc
from typing import Final

# New objects that are still there, after which Python looks for circles among them.
COLLECT_AFTER: Final = 10_000


def freeze_loaded() -> None:
    """Exclude what is loaded from later collections, each of which took a tenth of a second, and make these rarer.
    Processes that are forked later go on sharing its memory.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 10, 10)
