"""No page of the admin shows hidden facts, or answers questions about them."""

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client, RequestFactory

from accounts.models import User
from accounts.staff.staff_pages import StaffPages
from games.models import FairChain, Game, Hand, Move, Notice, Seat
from tests.admin.asking import Asking
from tests.admin.conftest import Scene
from tests.admin.every_page import (
    cards_on,
    every_text,
    found,
    hidden_strings,
    list_texts,
    page_of,
    row_pages,
    text_of,
    words_of,
)

pytestmark = pytest.mark.django_db


@pytest.mark.whole
def test_no_page_holds_anything_hidden(scene: Scene, boss: Client) -> None:
    hidden = hidden_strings()
    assert len(hidden) > 500
    seen = 0
    for path, text in every_text(Asking.of(boss), [scene.running.public_id, "ALICE", "%00"]):
        assert [secret for secret in hidden if secret in text] == [], path
        seen += 1
    assert seen > 75


def test_cards_are_named_only_where_turns_are_shown(scene: Scene, boss: Client) -> None:
    asking = Asking.of(boss)
    for move in Move.objects.order_by("pk")[::3]:
        path = page_of(Move, "change", move.pk)
        assert cards_on(text_of(asking.get(path), path)) == cards_on(move.turn)
    turns = Move.objects.values_list("turn", flat=True)
    assert cards_on(words_of(boss, page_of(Move, "changelist"))) == cards_on(" ".join(turns))
    for model in (Game, Hand):
        rows = ((path, text_of(asking.get(path), path)) for path in row_pages(model))
        for path, text in [*list_texts(asking, model, [scene.running.public_id]), *rows]:
            assert cards_on(text) == set(), path


def test_a_seed_is_shown_once_its_hand_is_over(scene: Scene, boss: Client) -> None:
    over = scene.running.hands.get(number=1)
    assert len(over.seed) == 64
    assert over.seed in words_of(boss, page_of(Hand, "change", over.pk))


def test_a_seed_that_was_written_too_early_is_not_shown(scene: Scene, boss: Client) -> None:
    running = scene.running.hands.get(ended_at__isnull=True)
    seed = "5eed" * 16
    # Something the database refuses; the page does not rely on that.
    running.seed = seed
    page = admin.site._registry[Hand]
    assert getattr(page, "shown_seed")(running) == ""  # noqa: B009 # the registry knows no more than ModelAdmin


def test_the_chain_has_no_page(scene: Scene, boss: Client) -> None:
    assert not admin.site.is_registered(FairChain)
    chain = FairChain.objects.get(game=scene.running)
    for path in ("", f"{chain.pk}/change/", f"{chain.pk}/", "add/", f"{chain.pk}/history/"):
        assert boss.get(f"/admin/games/fairchain/{path}").status_code == 404


def test_what_offers_rows_to_choose_from_offers_names_alone(scene: Scene, boss: Client) -> None:
    asked = "/admin/autocomplete/?app_label=games&model_name={}&field_name={}&term=" + scene.running.public_id
    offered = boss.get(asked.format("fairchain", "game")).json()["results"]
    assert offered == [{"id": str(scene.running.pk), "text": scene.running.title}]
    for model, field in (("fairchain", "sealed"), ("hand", "deck"), ("hand", "state"), ("game", "invite_token")):
        assert boss.get(asked.format(model, field)).status_code == 403


# Columns without a place in the admin: secret, the table's own, or numbers that tell staff nothing.
NOT_IN_ADMIN: dict[type[Model], tuple[str, ...]] = {
    Seat: (
        *("id", "turns_in_time", "turns_late", "chat_read", "seen_version", "hand_order"),
        *("sprint_wanted_at", "sprint_declined_at", "is_open", "ended_at"),
    ),
    Hand: ("id", "deck", "state"),
    Move: ("id",),
    Game: ("id", "invite_token", "creation_token", "undo", "settled_at"),
    User: ("id", "password", "password_mark", "avatar", "decisions_unread"),
}
# Columns that the admin reads under another name, with a rule of their own.
SHOWN_BY_RULE: dict[type[Model], tuple[str, ...]] = {Seat: ("contribution",), Hand: ("seed",)}

QUESTIONS = (
    "games/hand/?deck__0=B7",
    "games/hand/?deck__contains=B7",
    "games/hand/?state__icontains=B7",
    "games/hand/?seed__startswith=a",
    "games/hand/?seed=a",
    "games/hand/?game__chain__sealed__isnull=0",
    "games/move/?hand__deck__0=B7",
    "games/move/?hand__state__icontains=7",
    "games/game/?invite_token__startswith=a",
    "games/game/?hands__deck__0=B7",
    "games/game/?chain__isnull=0",
    "games/seat/?game__invite_token__startswith=a",
    "games/notice/?game__invite_token__gt=a",
    "games/game/?_to_field=invite_token",
    "games/hand/?_to_field=deck",
    "accounts/user/?password__startswith=a",
    "accounts/user/?usersession__session_key__startswith=a",
    "account/emailaddress/?user__password__startswith=a",
)


def test_no_filter_answers_a_question_on_a_hidden_column(boss: Client) -> None:
    for question in QUESTIONS:
        assert boss.get(f"/admin/{question}").status_code == 400, question


def test_no_search_answers_a_question_on_a_hidden_column(scene: Scene, boss: Client) -> None:
    hand = scene.running.hands.get(number=2)
    secrets = [scene.running.invite_token, hand.deck[0], str(hand.deck), scene.people[0].password[:12]]
    models: tuple[type[Model], ...] = (Game, Hand, Move, Seat, User, Notice)
    for model in models:
        for secret in secrets:
            assert found(boss, model, q=secret) == [], (model, secret)


def test_lists_do_not_even_read_decks_and_states(scene: Scene) -> None:
    request = RequestFactory().get("/admin/")
    for model, unread in ((Hand, {"deck", "state", "seed"}), (Game, {"invite_token"})):
        row = admin.site._registry[model].get_queryset(request).first()
        assert row is not None
        assert unread <= row.get_deferred_fields()


@pytest.mark.parametrize("model", NOT_IN_ADMIN, ids=lambda model: model.__name__)
def test_each_column_is_shown_or_left_out_on_purpose(model: type[Model], boss: Client) -> None:
    page = admin.site.get_model_admin(model)
    assert isinstance(page, StaffPages)
    shown = {*(page.fields or ()), *page.read_columns, *SHOWN_BY_RULE.get(model, ())}
    columns = [field.name for field in model._meta.concrete_fields]
    assert sorted([*shown.intersection(columns), *NOT_IN_ADMIN[model]]) == sorted(columns)
