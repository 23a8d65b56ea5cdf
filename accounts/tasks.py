"""The queue's jobs for accounts."""

import logging

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore
from django.core.mail import get_connection

from accounts import outbox
from accounts.mail_refusals import refused
from accounts.services.address_returns import address_returns_forget
from accounts.services.addresses import addresses_release, mail_stop
from accounts.services.sessions import sessions_forget
from accounts.services.traces import network_note, networks_forget

log = logging.getLogger(__name__)

# A sweep queues so many mails at most; the next one goes on.
SWEPT = 200


@shared_task
def send_account_mail(mail_id: int) -> None:
    """Send a mail about an account, if it is due and no other worker has it."""
    letter = outbox.mail_claim(mail_id=mail_id)
    if letter is None:
        return
    try:
        with get_connection() as connection:
            outbox.message_of(letter, connection).send()
            # Before the connection ends: from here on nothing may send it once more.
            outbox.mail_sent(mail_id=mail_id)
    except OSError as error:
        why = refused(error)
        log.warning("account mail %s was not taken: %s", mail_id, why.reason)
        outbox.mail_failed(mail_id=mail_id, reason=why.reason, permanent=why.permanent)
        if why.dead:
            mail_stop(address=letter.address, why=why.reason)


@shared_task
def sweep_account_mails() -> None:
    """Queue mails about accounts that are due and in no queue."""
    outbox.mails_queue(limit=SWEPT)


@shared_task
def tidy_account_mails() -> None:
    """Delete what is settled of mails about accounts, and ways back to addresses, once they are old."""
    outbox.mails_tidy()
    address_returns_forget()


@shared_task
def clear_sessions() -> None:
    """Delete sessions whose time is over, and what is remembered of those logins; nothing else ever does."""
    SessionStore.clear_expired()
    sessions_forget()


@shared_task
def note_network(user_id: int, network: str) -> None:
    """Note that the account was used from the network."""
    network_note(user_id=user_id, network=network)


@shared_task
def forget_networks() -> None:
    """Forget networks whose time is over."""
    networks_forget()


@shared_task
def release_addresses() -> None:
    """Forget the addresses of erased accounts about which no decision holds any more."""
    addresses_release()
