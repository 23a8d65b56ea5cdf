"""Celery tasks; those of sweeps are made in odinsite.queue.sweeps."""

import logging

from celery import shared_task
from django.core.mail import get_connection

from accounts.mail import outbox
from accounts.mail.smtp_errors import refused
from accounts.sign_in import addresses, network_traces

log = logging.getLogger(__name__)


@shared_task
def mail_send(mail_id: int) -> None:
    mail = outbox.mail_claim(mail_id=mail_id)
    if mail is None:
        return
    try:
        with get_connection() as connection:
            outbox.email_message(mail, connection).send()
            # Before the connection closes: an error there must send nothing twice.
            outbox.mail_sent(mail_id=mail_id)
    except OSError as error:
        why = refused(error)
        log.warning("account mail %s was not taken: %s", mail_id, why.reason)
        outbox.mail_failed(mail_id=mail_id, reason=why.reason, permanent=why.permanent)
        if why.dead:
            addresses.mail_stop(address=mail.address, why=why.reason)


@shared_task
def network_note(user_id: int, network: str) -> None:
    network_traces.network_note(user_id=user_id, network=network)
