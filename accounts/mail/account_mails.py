"""Mails about the account itself that no page has to ask for."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from accounts.mail import outbox
from accounts.models import User


def letter_send(
    template: str,
    address: str,
    language: str,
    *,
    to: User | None = None,
    worth: timedelta = outbox.WORTH,
    **context: Any,
) -> None:
    """Write the mail of the templates `<template>_subject.txt` and `<template>_message.txt`, in the person's language.

    It leaves once the transaction is through. `to` is the account it is about, if there will still be one; `worth`
    is for how long it is of use.
    """
    facts = {**context, "site": settings.PUBLIC_URL}
    with translation.override(language):
        subject = " ".join(render_to_string(f"{template}_subject.txt", facts).split())
        body = render_to_string(f"{template}_message.txt", facts)
    outbox.mail_write(kind=template, letter=outbox.letter_of(address, subject, body), user=to, worth=worth)


def letter_to(account: User, template: str, **context: Any) -> None:
    """`letter_send` to the address that the account has now.

    Nothing is written if the account has no address, or its mails came back.
    """
    if account.email and account.mail_stopped_at is None:
        facts = {**context, "handle": account.handle}
        letter_send(template, account.email, account.language, to=account, **facts)


def contact_link() -> str:
    """Where to find the people who run the site."""
    return f"{settings.PUBLIC_URL}{reverse('contact')}"
