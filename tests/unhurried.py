"""How hypothesis runs: as long as it needs, for the machine may be busy with other tests."""

from hypothesis import HealthCheck, settings


def unhurried() -> None:
    settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("unhurried")
