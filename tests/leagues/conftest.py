"""Property tests without a time limit."""

from tests.unhurried import unhurried

unhurried()
