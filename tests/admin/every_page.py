"""Every page of the admin, found as a person would find it, and everything that no page may contain."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode, urlsplit

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.sessions.models import Session
from django.db.models import Model
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import BotAccount, FairChain, Game, GameEvent, Hand, Invitation, Move, Notice, QueueEntry, Seat
from games.play.fair_chain import hand_seed
from tests.admin.asking import Asking, words

# Models that the site's own code alone may write.
OWNED: tuple[type[Model], ...] = (
    Game, Seat, Hand, Move, Invitation, QueueEntry, GameEvent, BotAccount, Notice, EmailAddress,
)  # fmt: skip
CARD = re.compile(r"[BRPGKO][1-9]|X0")
# Codes of cards as whole words, because random ids and tokens contain such pairs by chance.
CARD_WORD = re.compile(r"(?<![A-Za-z0-9])(?:[BRPGKO][1-9]|X0)+(?![A-Za-z0-9])")
# What the site's policy would refuse to run or to apply.
INLINE = re.compile(r"<style|\sstyle=|\son[a-z]+=|javascript:|<script(?![^>]*\s(?:src=|type=\"application/json\"))")


def models() -> list[type[Model]]:
    """All models that have pages in the admin."""
    return list(admin.site._registry)


def page_of(model: type[Model], page: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def words_of(client: Client, path: str) -> str:
    """The page, which must be there, as text with its entities undone."""
    # A list of one row leads straight to it.
    return text_of(client.get(path, follow=True), path)


def row_pages(model: type[Model]) -> Iterator[str]:
    """Pages of the newest three rows; the history, made alike for each row, of the newest."""
    for number, row in enumerate(model._default_manager.order_by("-pk")[:3]):
        yield page_of(model, "change", row.pk)
        if not number:
            yield page_of(model, "history", row.pk)


def list_texts(asking: Asking, model: type[Model], searches: list[str]) -> Iterator[tuple[str, str]]:
    """Address and text of the list and of each variant that shows another row. Of games also of each kind of filter,
    search, order and pop-up; on all lists they say the same around their rows.
    """
    start = page_of(model, "changelist")
    text = text_of(asking.get(start), start)
    yield start, text
    shown = {row.pk for row in asking.listed(model, start)}
    rendered = set[str]()
    assert model._meta.pk is not None
    for path in _variants(start, text, searches, model._meta.pk.name):
        rows = {row.pk for row in asking.listed(model, path)}
        kind = urlsplit(path).query.partition("=")[0]
        if (model is Game and kind not in rendered) or rows - shown:
            yield path, text_of(asking.get(path), path)
        rendered.add(kind)
        shown |= rows


def _variants(start: str, text: str, searches: list[str], key: str) -> Iterator[str]:
    """Its filters' choices one by one, searches, orders, and what pop-ups show."""
    for found in re.findall(r'href="(\?[^"]+)"', text):
        yield start + found
    for search in searches:
        yield f"{start}?q={search}"
    for query in (f"_popup=1&_to_field={key}", "o=1.-2&_facets=True", "o=3&all=", "p=1"):
        yield f"{start}?{query}"


def text_of(answer: HttpResponseBase, path: str) -> str:
    """A page, which must be there, with its entities undone."""
    assert answer.status_code == 200, path
    text = words(answer)
    assert not INLINE.search(text), path
    return html.unescape(text)


def every_text(asking: Asking, searches: list[str]) -> Iterator[tuple[str, str]]:
    """Address and text of every page."""
    paths = [reverse("admin:index"), "/admin/games/", "/admin/accounts/", "/admin/account/", "/admin/jsi18n/"]
    for model in models():
        yield from list_texts(asking, model, searches)
        paths += row_pages(model)
    for path in paths:
        yield path, text_of(asking.get(path), path)


def hidden_strings() -> set[str]:
    """Everything no page may hold, in each form that Python, JSON or a template would write it in."""
    hidden = set(User.objects.values_list("password", flat=True))
    hidden |= set(Session.objects.values_list("session_key", flat=True))
    hidden |= {game.invite_token for game in Game.objects.all()}
    for chain in FairChain.objects.select_related("game"):
        sealed = bytes(chain.sealed)
        hidden |= {sealed.decode(), sealed.hex(), repr(sealed)}
        hidden |= unshown_seeds(chain.game)
    for hand in Hand.objects.all():
        hidden |= forms_of(hand.deck) | forms_of(hand.state)
        for cards in (hand.deck[at : at + 3] for at in range(0, len(hand.deck) - 2, 3)):
            hidden |= forms_of(cards)
    return hidden - {""}


def unshown_seeds(game: Game) -> set[str]:
    shown = set(game.hands.filter(ended_at__isnull=False).values_list("number", flat=True))
    seeds = [hand_seed(game, number) for number in range(1, 129) if number not in shown]
    return {text for seed in seeds for text in (seed.hex(), repr(seed))}


def forms_of(value: Any) -> set[str]:
    """A list or dictionary as any code would write it out."""
    forms = {repr(value), json.dumps(value), json.dumps(value, separators=(",", ":")), json.dumps(value, indent=2)}
    if isinstance(value, list):
        forms |= {separator.join(value) for separator in (" ", ",", ", ", "", "\n", "-", "|")}
    return forms


def cards_on(text: str) -> set[str]:
    return {card for word in CARD_WORD.findall(text) for card in CARD.findall(word)}


def found(client: Client, model: type[Model], **query: str) -> list[Model]:
    """The rows that a list shows to this login, without its page."""
    return Asking.of(client).listed(model, f"{page_of(model, 'changelist')}?{urlencode(query)}")
