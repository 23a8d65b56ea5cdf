"""A person's data as one JSON file, written while sent."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import AccountMail, ApiToken, Appeal, AuditEntry, NetworkTrace, Sanction, User, WaitingAccount
from accounts.signals import account_exporting

Row = Mapping[str, Any]
# Names of the file's parts, in order, with rows that are not held in memory.
Sections = Sequence[tuple[str, Iterator[Row]]]

CHUNK = 500
FILENAME = "odin-{handle}.json"
JSON = "application/json; charset=utf-8"


def export_json(user: User, *, staff: User | None = None) -> Iterator[str]:
    """The file in pieces, without other people's data, such as who reported the person. `staff`: exports for the
    person, without what only the person may know.
    """
    head: Row = {"site": settings.PUBLIC_URL, "made_at": timezone.now(), "account": _account(user)}
    yield _json(head).removesuffix("\n}")
    answers: Sequence[tuple[Any, Any]] = account_exporting.send(sender=User, user=user, staff=staff)
    for name, rows in chain(_sections(user), *(sections for _receiver, sections in answers)):
        yield f",\n  {json.dumps(name)}: ["
        for number, row in enumerate(rows):
            yield f"{',' if number else ''}\n    {_json(row, indent=None)}"
        yield "]"
    yield "\n}\n"


def own_accounts(user: User) -> list[int]:
    """Ids of the account and those merged into it, whose data is the person's too."""
    return [user.pk, *User.objects.filter(merged_into=user).order_by("pk").values_list("pk", flat=True)]


def chunked(rows: QuerySet[Any, Any], *columns: str, **named: Any) -> Iterator[Row]:
    """The rows by id, CHUNK rows a query; `named` as in QuerySet.values."""
    return chunked_by(CHUNK, rows, *columns, **named)


def chunked_by(size: int, rows: QuerySet[Any, Any], /, *columns: str, **named: Any) -> Iterator[Row]:
    """The rows as `chunked`, `size` rows a query, for large ones."""
    last = 0
    while True:
        found = list(rows.order_by("pk").filter(pk__gt=last).values("pk", *columns, **named)[:size])
        for row in found:
            last = row.pop("pk")
            yield row
        if len(found) < size:
            return


def _account(user: User) -> Row:
    return {
        "id": user.pk,
        "handle": user.handle,
        "guest": user.is_guest,
        "bot": user.is_outside_bot,
        "email": user.email,
        "time_zone": user.time_zone,
        "language": user.language,
        "avatar": user.avatar,
        "joined_at": user.date_joined,
        "last_login": user.last_login,
        "mail_stopped_at": user.mail_stopped_at,
        "mail_stopped_why": user.mail_stopped_why,
        "staff": user.is_staff,
        "roles": list(user.groups.values_list("name", flat=True)),
    }


def _sections(user: User) -> Sections:
    own = own_accounts(user)
    merged = User.objects.filter(merged_into=user)
    decisions = Sanction.objects.filter(user__in=own)
    appeals = Appeal.objects.filter(sanction__user__in=own)
    return [
        ("merged_accounts", chunked(merged, "handle", "email", "time_zone", "language", "date_joined", "last_login")),
        ("addresses", chunked(EmailAddress.objects.filter(user__in=own), "email", "verified", "primary")),
        ("second_factors", chunked(Authenticator.objects.filter(user__in=own), "type", "created_at", "last_used_at")),
        (
            "connected_logins",
            chunked(SocialAccount.objects.filter(user__in=own), "provider", "uid", "date_joined", "last_login"),
        ),
        (
            "logins",
            chunked(UserSession.objects.filter(user__in=own), "created_at", "last_seen_at", "ip", "user_agent"),
        ),
        (
            "tokens",
            chunked(
                ApiToken.objects.filter(user__in=own),
                *("name", "scopes", "created_at", "expires_at", "last_used_at", "last_network"),
            ),
        ),
        ("networks", chunked(NetworkTrace.objects.filter(user__in=own), "address", "first_seen_at", "last_seen_at")),
        ("mails_about_the_account", chunked(AccountMail.objects.filter(user__in=own), "kind", "status", "created_at")),
        (
            "decisions",
            chunked(decisions, "kind", "reason", "created_at", "ends_at", "lifted_at", "lift_reason", "seen_at"),
        ),
        ("appeals", chunked(appeals, "text", "created_at", "answered_at", "answer", "outcome")),
        ("waiting", chunked(WaitingAccount.objects.filter(user__in=own), "asked_at", "note")),
        ("acts_of_staff", chunked(AuditEntry.objects.filter(person__in=own), "at", "action")),
    ]


def _json(value: Row, indent: int | None = 2) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=indent)
