"""The limits of what libraries may log."""

from __future__ import annotations

import logging

from tests.console import console_text


def test_a_library_that_warns_hides_no_failure_to_send_spans() -> None:
    with console_text() as text:
        for _time in range(2):
            logging.getLogger("opentelemetry.sdk.trace").warning("Calling end() on an ended span.")
            logging.getLogger("opentelemetry.exporter").error("Failed to export span batch code: %s", 401)
    assert [line.rsplit(" ", 1)[1] for line in text.getvalue().splitlines()] == ["span.", "401"]
