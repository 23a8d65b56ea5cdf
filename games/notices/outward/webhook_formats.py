"""Formats of webhooks: Discord's, Slack's, Mattermost's and our own (README.md)."""

import json
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Literal, TypedDict

from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Webhook
from games.notices.outward.address_check import Address
from games.notices.outward.errors import DeliveryRefused
from games.notices.outward.payload import News
from games.notices.outward.signing import signed_headers

# Discord's flag against link previews.
SUPPRESS_EMBEDS = 4
DISCORD_HOSTS = ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com")
SLACK_HOSTS = ("hooks.slack.com", "hooks.slack-gov.com")
# Mattermost's servers are their owners'.
MATTERMOST_PATH = re.compile(r"/hooks/\w+$")
# A backslash does not disarm mentions, emoji, addresses and Slack's markup in its Markdown: a word joiner after their
# first sign does.
_MATTERMOST_MARKDOWN = re.compile(r"([\\`*{}\[\]()#+\-.!_>~|])")
_MATTERMOST_SIGNS = re.compile(r"([@<]|:(?=[^\d\s]))")
WORD_JOINER = "\u2060"
_MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<@:\-+.!{}])")

Message = tuple[bytes, dict[str, str]]


class Mentions(TypedDict):
    """Mentions that Discord turns into pings: those of the kinds in `parse`."""

    parse: list[str]


class DiscordMessage(TypedDict):
    content: str
    allowed_mentions: Mentions
    flags: int


class PlainText(TypedDict):
    """Slack text without links or formats."""

    type: Literal["plain_text"]
    text: str
    emoji: bool


class FormattedText(TypedDict):
    """Slack text in its markup."""

    type: Literal["mrkdwn"]
    text: str


class Section(TypedDict):
    type: Literal["section"]
    text: PlainText | FormattedText


class SlackMessage(TypedDict):
    """A message for Slack. `text`: for notifications, and readers without blocks."""

    text: str
    blocks: list[Section]
    unfurl_links: bool


class MattermostMessage(TypedDict):
    text: str


class PlainMessage(TypedDict):
    """A message in our own format (README.md)."""

    id: str
    kind: str
    game: str | None
    title: str | None
    words: str
    address: str
    version: int | None
    deadline_at: str | None
    at: str


def check_kind(kind: str, address: Address) -> None:
    """Check that the address belongs to this kind of webhook. Raises DeliveryRefused, in words."""
    if kind == Webhook.Kind.DISCORD and not (address.host in DISCORD_HOSTS and "/webhooks/" in address.path):
        raise DeliveryRefused(_("Discord webhooks start with https://discord.com/api/webhooks/."))
    if kind == Webhook.Kind.SLACK and not (address.host in SLACK_HOSTS and address.path.startswith("/services/")):
        raise DeliveryRefused(_("Slack webhooks start with https://hooks.slack.com/services/."))
    if kind == Webhook.Kind.MATTERMOST and not MATTERMOST_PATH.search(address.path.partition("?")[0]):
        raise DeliveryRefused(_("The address of a Mattermost webhook ends in /hooks/ and a key."))


def message(kind: str, news: News, secret: str = "") -> Message:
    """The message's body and headers; `secret` signs our own format."""
    match kind:
        case Webhook.Kind.DISCORD:
            return _json(_discord(news)), {"Content-Type": "application/json"}
        case Webhook.Kind.SLACK:
            return _json(_slack(news)), {"Content-Type": "application/json"}
        case Webhook.Kind.MATTERMOST:
            return _json(_mattermost(news)), {"Content-Type": "application/json"}
        case _:
            body = _json(_plain(news))
            return body, {"Content-Type": "application/json", **signed_headers(news.id, body, secret, timezone.now())}


def _json(content: Mapping[str, object]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _discord(news: News) -> DiscordMessage:
    """The message for Discord. Markup in names is escaped, so they cannot mention people or add links."""
    lines = [f"**{_escaped(news.words)}**"]
    if news.deadline_at is not None:
        # Discord shows the time in each reader's time zone.
        lines.append(_("Due %(when)s.") % {"when": f"<t:{int(news.deadline_at.timestamp())}:f>"})
    lines.append(news.address)
    return {"content": "\n".join(lines), "allowed_mentions": {"parse": []}, "flags": SUPPRESS_EMBEDS}


def _escaped(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text)


def _slack(news: News) -> SlackMessage:
    words = _("Go to game") if news.game else _("Go to the home page")
    link = f"<{_entities(news.address)}|{_entities(words)}>"
    if news.deadline_at is not None:
        # Slack shows the time in each reader's time zone.
        moment = f"<!date^{int(news.deadline_at.timestamp())}^{{date_short_pretty}}, {{time}}|{_iso(news.deadline_at)}>"
        link = " · ".join([link, _("Due %(when)s.") % {"when": moment}])
    return {
        "text": _entities(" ".join(part for part in (news.words, news.deadline_words) if part)),
        "blocks": [
            {"type": "section", "text": {"type": "plain_text", "text": _entities(news.words), "emoji": False}},
            {"type": "section", "text": {"type": "mrkdwn", "text": link}},
        ],
        "unfurl_links": False,
    }


def _entities(text: str) -> str:
    """Escape as Slack asks: no links, mentions or channels."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _mattermost(news: News) -> MattermostMessage:
    """The message for Mattermost, in Markdown. It cannot show times in each reader's zone. It reads Slack's `text`, but
    not Slack's blocks.
    """
    words = " ".join(part for part in (news.words, news.deadline_words) if part)
    link = _("Go to game") if news.game else _("Go to the home page")
    return {"text": f"{_unmarked(words)}\n[{_unmarked(link)}]({news.address})"}


def _unmarked(text: str) -> str:
    return _MATTERMOST_SIGNS.sub(rf"\1{WORD_JOINER}", _MATTERMOST_MARKDOWN.sub(r"\\\1", text))


def _plain(news: News) -> PlainMessage:
    return {
        "id": news.id,
        "kind": news.kind,
        "game": news.game or None,
        "title": news.title or None,
        "words": news.words,
        "address": news.address,
        "version": news.version if news.game else None,
        "deadline_at": _iso(news.deadline_at) if news.deadline_at is not None else None,
        "at": _iso(news.at),
    }


def _iso(at: datetime) -> str:
    return at.astimezone(timezone.get_default_timezone()).strftime("%Y-%m-%dT%H:%M:%SZ")
