"""Formats for Discord, Slack, Mattermost and others."""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import replace
from typing import Any

import pytest
import time_machine

from games.notices.outward.address_check import parse_address
from games.notices.outward.errors import DeliveryRefused
from games.notices.outward.payload import News
from games.notices.outward.webhook_formats import check_kind, message
from tests.notices.outward.targets import AT, DUE, NEWS

NASTY = replace(NEWS, words="It is your turn in @everyone <!channel> **<@1>** [x](https://x.example) & <b>.")
SMILE = replace(NEWS, words=":smile: is your turn.")


def content(kind: str, news: News) -> Any:
    body, headers = message(kind, news, "word")
    assert headers["Content-Type"] == "application/json"
    return json.loads(body)


def test_discord_gets_words_time_and_address() -> None:
    told = content("discord", NEWS)
    assert told["content"].splitlines() == [
        r"**It is your turn in Long night\.**",
        f"Due <t:{int(DUE.timestamp())}:f>.",
        NEWS.address,
    ]


def test_discord_messages_have_no_pings_and_no_links() -> None:
    told = content("discord", NASTY)
    assert told["allowed_mentions"] == {"parse": []}
    words = told["content"].splitlines()[0].removeprefix("**").removesuffix("**")
    for marks in ("<@1>", "**", "[x](", "https://", " @everyone"):
        assert marks not in words
    assert r"\@everyone" in words


def test_slack_gets_its_signs_written_out_and_no_markup() -> None:
    told = content("slack", NASTY)
    text = "It is your turn in @everyone &lt;!channel&gt; **&lt;@1&gt;** [x](https://x.example) &amp; &lt;b&gt;."
    assert told["text"] == f"{text} {NEWS.deadline_words}"
    section, link = told["blocks"]
    assert section["text"] == {"type": "plain_text", "text": text, "emoji": False}
    moment = f"<!date^{int(DUE.timestamp())}^{{date_short_pretty}}, {{time}}|2026-11-22T18:00:00Z>"
    assert link["text"]["text"] == f"<{NEWS.address}|Go to game> · Due {moment}."
    assert told["unfurl_links"] is False


def test_mattermost_gets_words_and_a_link_and_no_markup() -> None:
    assert content("mattermost", NEWS) == {
        "text": r"It is your turn in Long night\. Due 22 November 2026, 19:00\." + f"\n[Go to game]({NEWS.address})"
    }
    assert ":smile" not in content("mattermost", SMILE)["text"]
    (words, link) = content("mattermost", NASTY)["text"].splitlines()
    for marks in ("@everyone", "<!channel>", "<@1>", "**", "[x](", "https://"):
        assert marks not in words
    assert link == f"[Go to game]({NEWS.address})"
    assert content("mattermost", replace(NEWS, game=""))["text"].splitlines()[1].startswith("[Go to the home page](")


def test_the_plain_format_says_everything_by_name() -> None:
    assert content("json", NEWS) == {
        "id": "notice-7",
        "kind": "turn",
        "game": "k3VbX9aQ2m",
        "title": "Long night",
        "words": "It is your turn in Long night.",
        "address": "https://odin.example.org/g/k3VbX9aQ2m/",
        "version": 17,
        "deadline_at": "2026-11-22T18:00:00Z",
        "at": "2026-11-21T18:00:00Z",
    }
    assert content("json", replace(NEWS, deadline_at=None))["deadline_at"] is None


def test_the_plain_format_is_signed_with_the_time() -> None:
    with time_machine.travel(AT, tick=False):
        body, headers = message("json", NEWS, "word")
    stamp = str(int(AT.timestamp()))
    expected = hmac.new(b"word", stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    assert headers["Odin-Timestamp"] == stamp
    assert headers["Odin-Signature"] == f"sha256={expected}"
    assert headers["Odin-Id"] == "notice-7"
    assert message("json", NEWS, "other")[1]["Odin-Signature"] != headers["Odin-Signature"]


@pytest.mark.parametrize("kind", ["discord", "slack", "mattermost"])
def test_others_do_not_get_our_headers(kind: str) -> None:
    assert set(message(kind, NEWS)[1]) == {"Content-Type"}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("discord", "https://discord.com/api/webhooks/1/word"),
        ("discord", "https://canary.discord.com/api/v10/webhooks/1/word?thread_id=2"),
        ("slack", "https://hooks.slack.com/services/T0/B0/word"),
        ("mattermost", "https://chat.example.org/hooks/xxxgeneratedkeyxxx"),
        ("mattermost", "https://example.org/mattermost/hooks/abc123"),
        ("json", "https://anything.example/at/all"),
    ],
)
def test_addresses_fit_their_kind(kind: str, text: str) -> None:
    check_kind(kind, parse_address(text))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("discord", "https://discord.com.evil.example/api/webhooks/1/word"),
        ("discord", "https://evil.example/discord.com/api/webhooks/1/word"),
        ("discord", "https://discord.com/channels/1"),
        ("slack", "https://hooks.slack.com/workflows/T0/A0/word"),
        ("slack", "https://slack.com/services/T0/B0/word"),
        ("mattermost", "https://chat.example.org/api/v4/posts"),
        ("mattermost", "https://chat.example.org/hooks/"),
        ("mattermost", "https://chat.example.org/?/hooks/abc"),
    ],
)
def test_addresses_of_another_kind_are_refused(kind: str, text: str) -> None:
    with pytest.raises(DeliveryRefused, match=f"(?i){kind}"):
        check_kind(kind, parse_address(text))
