"""Hypothesis without deadlines, for busy machines."""

from hypothesis import HealthCheck, settings


def unhurried() -> None:
    settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("unhurried")
