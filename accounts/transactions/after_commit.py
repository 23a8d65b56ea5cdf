"""Runs functions once the transaction is stored."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction


def after_commit(function: Callable[..., object], *args: Any) -> None:
    """Call `function` with `args` after the commit. Its errors go to the log, since the rows are stored by then: they
    neither keep later functions from running nor make the service raise.
    """
    hook: Any = partial(function, *args)
    # Django names the hook in its log.
    hook.__qualname__ = function.__qualname__
    transaction.on_commit(hook, robust=True)
