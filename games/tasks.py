"""The queue's jobs: they take ids and a version, call a service, and are harmless when run twice."""

import logging
from collections.abc import Callable

from celery import shared_task

from games.emails import compose, refused
from games.services import bots, outbox, sweeps, timeouts
from games.services.sweep_lock import sweep_lock

log = logging.getLogger(__name__)


@shared_task
def play_bot_turn(game_id: int, version: int) -> None:
    """Take the bot's turn that the game waits for at this version."""
    bots.bot_turn_play(game_id=game_id, version=version)


@shared_task
def send_mail(mail_id: int) -> None:
    """Send a mail of the outbox, where it is due and its news still holds."""
    claimed = outbox.outbox_claim(mail_id=mail_id)
    if claimed is None:
        return
    try:
        compose(claimed.mail, claimed.address).send()
    except OSError as error:
        reason, permanent = refused(error)
        log.warning("mail %s was not taken: %s", mail_id, reason)
        outbox.outbox_failed(mail_id=mail_id, reason=reason, permanent=permanent)
    else:
        outbox.outbox_sent(mail_id=mail_id)


@shared_task
def attend_wait(game_id: int) -> None:
    """Do what is due of a game's wait: a standing order, a reminder, the end of the time or of a pause."""
    timeouts.wait_attend(game_id=game_id)


@shared_task
def sweep_waits() -> None:
    _alone(sweeps.waits_sweep)


@shared_task
def sweep_bots() -> None:
    _alone(sweeps.bots_sweep)


@shared_task
def sweep_outbox() -> None:
    _alone(sweeps.outbox_sweep)


@shared_task
def sweep_live() -> None:
    _alone(sweeps.live_sweep)


@shared_task
def sweep_starts() -> None:
    _alone(sweeps.starts_sweep)


@shared_task
def sweep_offers() -> None:
    _alone(sweeps.offers_sweep)


def _alone(sweep: Callable[[], int]) -> None:
    """Run a sweep unless it runs elsewhere at this moment; the clock asks again soon enough."""
    with sweep_lock(sweep.__name__) as held:
        if held:
            sweep()
