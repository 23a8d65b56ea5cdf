"""Private notes: only their writer's, never overwritten unseen."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.account_events.erasure import person_erase
from games.account_events.export import export_sections
from games.account_events.merge import account_games_merge
from games.errors import NoSuchGame, Refused
from games.history.errors import NoteReason
from games.history.private_note import note_keep
from games.lobby.services import NewGame
from games.models import Game, GameNote, Seat
from tests.clients import ClientOf
from tests.factories import make_staff
from tests.games_laid import lay_game

pytestmark = pytest.mark.django_db


def seen_in(client: Client, game: Game) -> str:
    found = re.search(r'name="seen" value="([^"]*)"', page(client, game))
    assert found is not None
    return found[1]


def page(client: Client, game: Game) -> str:
    return client.get(f"/g/{game.public_id}/note/").content.decode()


def write(client: Client, game: Game, text: str, seen: str, **headers: str) -> tuple[int, str]:
    answer = client.post(f"/g/{game.public_id}/note/", {"text": text, "seen": seen}, headers=headers)
    return answer.status_code, answer.content.decode()


def note(user: User) -> str:
    return "".join(GameNote.objects.filter(user=user).values_list("text", flat=True))


def test_it_is_written_read_changed_and_dropped(game: Game, alice: User, client_of: ClientOf) -> None:
    alices = client_of(alice)
    assert f"/g/{game.public_id}/note/" in alices.get(f"/g/{game.public_id}/").content.decode()
    assert write(alices, game, "Bob keeps\r\nhigh <reds>\x00", seen_in(alices, game))[0] == 302
    assert note(alice) == "Bob keeps\nhigh <reds>"
    assert "high &lt;reds&gt;</textarea>" in page(alices, game)
    seen = seen_in(alices, game)
    status, answer = write(alices, game, "Bob keeps nines", seen, Accept="application/json")
    assert (status, '"seen": "' in answer, seen in answer) == (200, True, False)
    # Repeated or unchanged text is not refused.
    assert write(alices, game, "Bob keeps nines", seen, Accept="application/json")[0] == 200
    assert write(alices, game, "\u3164\n", seen_in(alices, game))[0] == 302
    assert not GameNote.objects.exists()


def test_others_neither_read_nor_write_it(
    game: Game, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    note_keep(public_id=game.public_id, user=alice, text="Secret thoughts", seen=None)
    assert "Secret thoughts" not in page(client_of(bob), game)
    assert client_of(charlie).get(f"/g/{game.public_id}/note/").status_code == 404
    assert write(client_of(charlie), game, "Mine", "")[0] == 404
    assert Client().get(f"/g/{game.public_id}/note/").status_code == 302
    with pytest.raises(NoSuchGame):
        note_keep(public_id=game.public_id, user=charlie, text="Mine", seen=None)
    assert "/note/" not in client_of(charlie).get(f"/g/{game.public_id}/").content.decode()


def test_a_bot_at_the_table_keeps_no_notes(alice: User) -> None:
    game = lay_game([alice], NewGame(seats=2, bots=["berserker"]))
    bot = game.seats.select_related("user").get(kind=Seat.Kind.BOT).user
    with pytest.raises(NoSuchGame):
        note_keep(public_id=game.public_id, user=bot, text="Mine", seen=None)


def test_what_was_written_elsewhere_is_not_written_over_unseen(game: Game, alice: User, client_of: ClientOf) -> None:
    phone, desk = client_of(alice), client_of(alice)
    seen = seen_in(phone, game)
    write(desk, game, "From the desk", seen)
    status, answer = write(phone, game, "From the phone", seen, Accept="application/json")
    assert (status, '"note_changed"' in answer, note(alice)) == (409, True, "From the desk")
    status, answer = write(phone, game, "From the phone", seen)
    assert status == 409
    # Both are shown; the next press replaces.
    assert "From the phone</textarea>" in answer
    assert "<p>From the desk</p>" in answer
    found = re.search(r'name="seen" value="([^"]+)"', answer)
    assert found is not None
    assert write(phone, game, "From the phone", found[1])[0] == 302
    assert note(alice) == "From the phone"


def test_one_that_is_too_long_is_refused_and_kept_on_the_page(game: Game, alice: User, client_of: ClientOf) -> None:
    status, answer = write(client_of(alice), game, "x" * 4001, "")
    assert (status, "Too long: 4,000 characters at most." in answer, "x" * 4001 in answer) == (422, True, True)
    assert write(client_of(alice), game, "x" * 3999 + "\r\n", "")[0] == 302
    with pytest.raises(Refused) as refused:
        note_keep(public_id=game.public_id, user=alice, text="y" * 4001, seen=None)
    assert refused.value.reason == NoteReason.TOO_LONG


def test_its_writer_takes_it_along_and_staff_do_not(game: Game, alice: User) -> None:
    note_keep(public_id=game.public_id, user=alice, text="Mine alone", seen=None)
    assert [row["text"] for row in dict(export_sections(alice))["notes"]] == ["Mine alone"]
    staff = make_staff("judge", "administrator")
    assert list(dict(export_sections(alice, staff=staff))["notes"]) == []


def test_it_goes_with_the_account_that_is_erased_and_over_to_the_one_that_takes_its_place(
    game: Game, alice: User, bob: User, charlie: User
) -> None:
    for user in (alice, bob):
        note_keep(public_id=game.public_id, user=user, text=f"Of {user.handle}", seen=None)
    person_erase(user=bob, named_games=())
    account_games_merge(first=charlie, second=alice)
    assert [(row.user, row.text) for row in GameNote.objects.all()] == [(charlie, "Of alice")]
