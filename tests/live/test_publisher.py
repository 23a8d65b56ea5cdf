"""Publishing messages to Redis."""

from __future__ import annotations

import os

from django.conf import settings

from odinsite.redis.layer import Publisher


def test_a_process_that_forks_shares_no_connection_with_its_child() -> None:
    publisher = Publisher(settings.REDIS_URL)
    publisher.publish([("some-group", b"{}")])
    here = len(publisher._idle)
    child = os.fork()
    if not child:
        os._exit(len(publisher._idle))
    _pid, status = os.waitpid(child, 0)
    assert (here, os.waitstatus_to_exitcode(status)) == (1, 0)
