"""Mails about the account itself that no page has to ask for."""

import logging
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import translation

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
