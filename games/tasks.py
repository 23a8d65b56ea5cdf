"""Celery tasks: harmless when run twice. odinsite.queue.sweeps makes those of sweeps."""

import logging

from celery import shared_task
from django.core.mail import EmailMultiAlternatives, get_connection
from django.utils import translation

from accounts.sign_in.addresses import mail_stop
from games.daily import strongest
from games.history import review
from games.hooks import sending
from games.models import Notice
from games.moderation import staff_push
from games.notices import target_health, webhooks
from games.notices.claim import Claimed, outbox_claim, outbox_confirm
from games.notices.links import turn
from games.notices.mail import compose, compose_digest, refused
from games.notices.outcome import outbox_failed, outbox_sent
from games.notices.outward import Undelivered, deliver, notice_news, post, trial_news
from games.play import bot_turn, timeouts
from games.ratings import settlement

log = logging.getLogger(__name__)


@shared_task
def bot_turn_play(game_id: int, version: int) -> None:
    bot_turn.bot_turn_play(game_id=game_id, version=version)


@shared_task
def idle_turn_play(game_id: int, version: int) -> None:
    """Run `bot_turn_play` in the last queue, for games without people."""
    bot_turn.bot_turn_play(game_id=game_id, version=version)


@shared_task
def notice_send(notice_id: int) -> None:
    _send(notice_id)


@shared_task
def notice_deliver(notice_id: int) -> None:
    """Run `notice_send` in its own queue, because devices' and webhooks' servers may be slow."""
    _send(notice_id)


def _send(notice_id: int) -> None:
    claimed = outbox_claim(notice_id=notice_id)
    if claimed is None:
        return
    if claimed.first.channel == Notice.Channel.MAIL:
        _send_mail(claimed)
    else:
        _send_outward(claimed.first)


def _send_mail(claimed: Claimed) -> None:
    first, began = claimed.first.pk, False
    try:
        with get_connection() as connection:
            # The server has answered, and the turn may have been played since.
            holding = outbox_confirm(claimed=claimed)
            if holding is None:
                return
            message = _composed(holding)
            message.connection = connection
            began = True
            message.send()
            # Before the connection closes, so that nothing sends it again.
            outbox_sent(notice_id=holding.first.pk)
    except OSError as error:
        why = refused(error)
        log.warning("notice %s was not taken: %s", first, why.reason)
        uncertain = began and not why.answered
        outbox_failed(notice_id=first, reason=why.reason, permanent=why.permanent, uncertain=uncertain)
        if why.dead:
            mail_stop(address=claimed.address, why=why.reason)


def _composed(claimed: Claimed) -> EmailMultiAlternatives:
    links = {row.pk: turn.link_issue(row) for row in claimed.notices}
    if claimed.first.digest:
        return compose_digest(claimed.notices, claimed.address, turn_links=links)
    return compose(claimed.first, claimed.address, turn_link=links[claimed.first.pk])


def _send_outward(notice: Notice) -> None:
    with translation.override(notice.user.language):
        try:
            answer = deliver(notice, notice_news(notice))
        except Undelivered as failed:
            log.warning("notice %s was not delivered", notice.pk)
            target_health.target_failed(notice=notice, failed=failed)
            outbox_failed(notice_id=notice.pk, reason=failed.reason, permanent=failed.permanent, answer=failed.answer)
        else:
            outbox_sent(notice_id=notice.pk, answer=answer)
            target_health.target_reached(notice=notice)


@shared_task
def game_settle(game_id: int) -> None:
    settlement.game_settle(game_id=game_id)


@shared_task
def webhook_test(webhook_id: int) -> None:
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
def hook_deliver(delivery_id: int) -> None:
    sending.hook_deliver(delivery_id=delivery_id)


@shared_task
def cases_push(device_id: int, counts: dict[str, int], at: int) -> None:
    staff_push.cases_push(device_id=device_id, counts=counts, at=at)


@shared_task
def wait_attend(game_id: int) -> None:
    timeouts.wait_attend(game_id=game_id)


@shared_task
def review_work(review_id: int, done: int) -> None:
    """Work some seconds, then queue the rest."""
    review.review_work(review_id=review_id, done=done)


@shared_task
def strongest_line(hand_id: int) -> None:
    strongest.strongest_line(hand_id=hand_id)
