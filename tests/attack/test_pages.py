"""A client that requests many pages at the same time delays its own, and not everybody's."""

from __future__ import annotations

import pytest

from odinsite.web.limits import PAGES
from tests.attack.local import Site
from tests.attack.pages import many_asking, visits
from tests.live.children import Web

# The site's process uses the database, so it must be there.
pytestmark = [pytest.mark.django_db, pytest.mark.whole]

CONNECTIONS = 150
VISITS = 20


def test_others_are_served_beside_150_connections(served: Web, site: Site) -> None:
    with many_asking(site, "/rules/", CONNECTIONS):
        _taken, statuses = visits(site, "/rules/", VISITS)
        threads = served.process.num_threads()
    assert statuses == {200: VISITS}
    # The threads that render pages for this client and for the visitor, and the process's own.
    assert threads < CONNECTIONS // 3
    assert PAGES.drawn["network"] < CONNECTIONS // 10
