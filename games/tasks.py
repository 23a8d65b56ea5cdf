"""The queue's jobs: they take ids and a version, call a service, and are harmless when run twice."""

import logging
from collections.abc import Callable

from celery import shared_task
from django.core.mail import EmailMultiAlternatives, get_connection
from django.utils import translation

from accounts.services import mail_stop
from games.emails import compose, compose_digest, refused
from games.models import Notice
from games.outward import Undelivered, deliver, news_of, post, trial_news
from games.services import (
    bots,
    figures,
    mail_links,
    outbox,
    reviews,
    reworking,
    settling,
    signals,
    sweeps,
    targets,
    timeouts,
    webhooks,
)
from games.services.sweep_lock import sweep_lock

log = logging.getLogger(__name__)


@shared_task
def play_bot_turn(game_id: int, version: int) -> None:
    """Take the bot's turn that the game waits for at this version."""
    bots.bot_turn_play(game_id=game_id, version=version)


@shared_task
def play_idle_turn(game_id: int, version: int) -> None:
    """`play_bot_turn` where no person holds a seat: in a queue behind all others (odinsite.celery)."""
    bots.bot_turn_play(game_id=game_id, version=version)


@shared_task
def send_notice(notice_id: int) -> None:
    """Send the mail that a row of the outbox asks for, where it is due and its news still hold."""
    _send(notice_id)


@shared_task
def deliver_notice(notice_id: int) -> None:
    """`send_notice` for devices and webhooks, whose servers may be slow: in a queue of its own (odinsite.celery)."""
    _send(notice_id)


def _send(notice_id: int) -> None:
    claimed = outbox.outbox_claim(notice_id=notice_id)
    if claimed is None:
        return
    if claimed.first.channel == Notice.Channel.MAIL:
        _send_mail(claimed)
    else:
        _send_outward(claimed.first)


def _send_mail(claimed: outbox.Claimed) -> None:
    first, began = claimed.first.pk, False
    try:
        with get_connection() as connection:
            # Only now, as the server has answered: meanwhile the turn may have been played.
            holding = outbox.outbox_confirm(claimed=claimed)
            if holding is None:
                return
            message = _composed(holding)
            message.connection = connection
            began = True
            message.send()
            # Before the connection ends: from here on nothing may send it once more.
            outbox.outbox_sent(notice_id=holding.first.pk)
    except OSError as error:
        why = refused(error)
        log.warning("notice %s was not taken: %s", first, why.reason)
        uncertain = began and not why.answered
        outbox.outbox_failed(notice_id=first, reason=why.reason, permanent=why.permanent, uncertain=uncertain)
        if why.dead:
            mail_stop(address=claimed.address, why=why.reason)


def _composed(claimed: outbox.Claimed) -> EmailMultiAlternatives:
    links = {row.pk: mail_links.link_issue(row) for row in claimed.notices}
    if claimed.first.digest:
        return compose_digest(claimed.notices, claimed.address, turn_links=links)
    return compose(claimed.first, claimed.address, turn_link=links[claimed.first.pk])


def _send_outward(notice: Notice) -> None:
    """To a device or a webhook."""
    try:
        deliver(notice, news_of(notice))
    except Undelivered as failed:
        log.warning("notice %s was not delivered", notice.pk)
        targets.target_failed(notice=notice, reason=failed.reason, gone=failed.gone, slow=failed.slow)
        permanent = failed.permanent or failed.gone
        outbox.outbox_failed(notice_id=notice.pk, reason=failed.reason, permanent=permanent)
    else:
        outbox.outbox_sent(notice_id=notice.pk)
        targets.target_reached(notice=notice)


@shared_task
def settle_game(game_id: int) -> None:
    """Work out figures and ratings of a game that has ended."""
    settling.game_settle(game_id=game_id)


@shared_task
def sweep_settling() -> None:
    _alone(settling.settling_sweep)


@shared_task
def rework_ratings() -> None:
    """Work out ratings again from a game on that was taken out or came in late, for a while."""
    _alone(reworking.ratings_rework)


@shared_task
def try_webhook(webhook_id: int) -> None:
    """Send the test that a webhook's owner asked for, and note how that went."""
    webhook = webhooks.webhook_to_test(webhook_id=webhook_id)
    if webhook is None:
        return
    with translation.override(webhook.user.language):
        try:
            post(webhook, trial_news(webhook))
        except Undelivered as failed:
            webhooks.webhook_tested(webhook_id=webhook_id, failure=failed.reason)
        else:
            webhooks.webhook_tested(webhook_id=webhook_id)


@shared_task
def attend_wait(game_id: int) -> None:
    """Do what is due of a game's wait: a standing order, a reminder, the end of the time or of a pause."""
    timeouts.wait_attend(game_id=game_id)


@shared_task
def work_out_review(review_id: int, done: int) -> None:
    """Some seconds' work on what a bot says of a player's turns; the rest is queued again."""
    reviews.review_work(review_id=review_id, done=done)


@shared_task
def sweep_reviews() -> None:
    _alone(reviews.reviews_sweep)


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
def sweep_notices() -> None:
    _alone(sweeps.notices_sweep)


@shared_task
def sweep_live() -> None:
    _alone(sweeps.live_sweep)


@shared_task
def sweep_starts() -> None:
    _alone(sweeps.starts_sweep)


@shared_task
def sweep_offers() -> None:
    _alone(sweeps.offers_sweep)


@shared_task
def work_out_figures() -> None:
    """The numbers of the days that are over, for the charts of the dashboard."""
    _alone(figures.figures_work_out)


@shared_task
def look_for_signals() -> None:
    _alone(signals.signals_look)


def _alone(sweep: Callable[[], int]) -> None:
    """Run a sweep unless it runs elsewhere at this moment; the clock asks again soon enough."""
    with sweep_lock(sweep.__name__) as held:
        if held:
            sweep()
