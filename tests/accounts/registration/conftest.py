"""The mode of registration, as an administrator chooses it."""

from collections.abc import Callable

import pytest

from accounts.models import Registration, User
from accounts.site.services import registration_set
from accounts.site.state import SiteNow, site_keep
from tests.factories import make_staff

Choose = Callable[..., None]


@pytest.fixture
def boss(db: None) -> User:
    return make_staff("boss", "administrator")


@pytest.fixture
def choose(boss: User) -> Choose:
    """Choose the mode, as other processes see it within a second."""

    def by_service(mode: Registration, *, guests: bool = True) -> None:
        registration_set(actor=boss, registration=mode, guests_join=guests, reason="as the club decided")
        site_keep(SiteNow(registration=mode, guests_join=guests))

    return by_service
