"""The queue's jobs: they take ids and a version, call a service, and are harmless when run twice."""

from celery import shared_task

from games.services import bots, sweeps


@shared_task
def play_bot_turn(game_id: int, version: int) -> None:
    """Take the bot's turn that the game waits for at this version."""
    bots.bot_turn_play(game_id=game_id, version=version)


@shared_task
def sweep_bots() -> None:
    sweeps.bots_sweep()


@shared_task
def sweep_outbox() -> None:
    sweeps.outbox_sweep()


@shared_task
def sweep_live() -> None:
    sweeps.live_sweep()


@shared_task
def sweep_starts() -> None:
    sweeps.starts_sweep()


@shared_task
def sweep_offers() -> None:
    sweeps.offers_sweep()
