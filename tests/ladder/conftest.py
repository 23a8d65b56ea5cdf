"""The bots of these tests."""

from tests.outside_bots.conftest import huginn, mimir

__all__ = ["huginn", "mimir"]
