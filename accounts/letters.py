"""Mails about the account itself that no page has to ask for."""

import logging
from functools import partial
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from accounts.models import User

logger = logging.getLogger(__name__)


def letter_send(template: str, address: str, language: str, **context: Any) -> None:
    """Send the mail of the templates `<template>_subject.txt` and `<template>_message.txt`, in the person's language.

    A mail server that is away is logged: what the mail tells of is done already, and stands.
    """
    facts = {**context, "site": settings.PUBLIC_URL}
    with translation.override(language):
        subject = " ".join(render_to_string(f"{template}_subject.txt", facts).split())
        body = render_to_string(f"{template}_message.txt", facts)
    try:
        EmailMessage(subject, body, to=[address]).send()
    except OSError:
        logger.exception("The mail %s was not sent.", template)


def letter_to(account: User, template: str, **context: Any) -> None:
    """`letter_send` to the address that the account has now, once the transaction is through.

    Nothing goes to who has no address, or whose mails came back.
    """
    if account.email and account.mail_stopped_at is None:
        facts = {**context, "handle": account.handle}
        transaction.on_commit(partial(letter_send, template, account.email, account.language, **facts))


def contact_link() -> str:
    """Where whoever objects finds the people who run the site."""
    return f"{settings.PUBLIC_URL}{reverse('contact')}"
