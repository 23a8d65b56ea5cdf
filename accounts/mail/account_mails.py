"""Emails about the account that no page requests."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from accounts.mail import outbox
from accounts.models import User


def account_mail_write(
    template: str,
    address: str,
    language: str,
    *,
    to: User | None = None,
    worth: timedelta = outbox.WORTH,
    **context: Any,
) -> None:
    """Write an email from `<template>_subject.txt` and `<template>_message.txt`, sent after the commit. `to`: the
    account, if it will still exist; `worth`: how long the email is useful.
    """
    facts = {**context, "site": settings.PUBLIC_URL}
    with translation.override(language):
        subject = " ".join(render_to_string(f"{template}_subject.txt", facts).split())
        mail = outbox.mail_make(address, subject, render_to_string(f"{template}_message.txt", facts))
    outbox.mail_write(kind=template, mail=mail, user=to, worth=worth)


def account_mail_to(account: User, template: str, **context: Any) -> None:
    """Write an email to the account's address; nothing without one, or after bounces."""
    if account.email and account.mail_stopped_at is None:
        facts = {**context, "handle": account.handle}
        account_mail_write(template, account.email, account.language, to=account, **facts)


def contact_link() -> str:
    return f"{settings.PUBLIC_URL}{reverse('contact')}"
