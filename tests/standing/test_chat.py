"""The chat of a standing table goes on from game to game."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.chat.errors import ChatReason
from games.chat.readers import sits_or_belongs
from games.chat.selectors import chat_for, line_event_for
from games.chat.services import chat_read, chat_write
from games.errors import NoSuchGame
from games.models import ChatLine, Game, Notice, StandingMember, StandingTable
from games.moderation.acts import chat_lock
from games.moderation.reports import report_make
from games.people.blocks import person_block
from games.standing.founding import table_found
from games.standing.next_game import next_game_begin
from games.standing.services import member_remove, table_join
from tests.clients import ClientOf
from tests.factories import make_person, make_staff
from tests.games_laid import finished_game
from tests.page_texts import words_of
from tests.standing.tables import finished_at, game_over, make_table, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice: User, bob: User, charlie: User) -> StandingTable:
    return make_table([alice, bob, charlie], seats=2)


def said(game: Game, user: User) -> list[str]:
    chat = chat_for(game, user)
    assert chat is not None
    return [line.text for line in chat.lines]


def write(game: Game, user: User, text: str) -> ChatLine:
    return chat_write(public_id=game.public_id, user=user, text=text)


def test_members_read_and_write_on_from_game_to_game(
    table: StandingTable, alice: User, bob: User, charlie: User
) -> None:
    first = finished_at(table, [alice, bob])
    write(first, alice, "Well played")
    following = next_game_begin(public_id=table.public_id, user=alice)
    for member in (alice, bob, charlie):
        write(following, member, f"{member.handle} here")
    every = ["Well played", "alice here", "bob here", "charlie here"]
    for member in (alice, bob, charlie):
        assert said(following, member) == said(first, member) == every
    line = ChatLine.objects.get(text="Well played")
    assert line_event_for(following.public_id, charlie, line.pk) is not None


def test_what_players_write_in_the_private_game_that_became_a_table_stays_in_it(
    alice: User, bob: User, charlie: User
) -> None:
    """Bob never joined the table, and knows nothing of its new members."""
    first = finished_game([alice, bob], recorded="single_hand_of_two", visibility="private")
    table = table_found(public_id=first.public_id, user=alice)
    table_join(token=table.invite_token, user=charlie)
    line = write(first, bob, "That was my fault, @charlie would say")
    following = next_game_begin(public_id=table.public_id, user=alice)
    write(following, charlie, "Hello")
    assert said(following, charlie) == ["Hello"]
    assert line_event_for(first.public_id, charlie, line.pk) is None
    assert not ChatLine.objects.filter(sits_or_belongs(charlie), pk=line.pk).exists()
    assert not Notice.objects.filter(user=charlie, kind=Notice.Kind.MENTION).exists()
    assert line.text in said(first, alice)


def test_others_have_no_part_in_it(table: StandingTable, alice: User, bob: User, charlie: User) -> None:
    game, dora = finished_at(table, [alice, bob]), make_person("dora")
    Game.objects.filter(pk=game.pk).update(visibility="public")
    game.refresh_from_db()
    write(game, alice, "Among us")
    assert chat_for(game, dora) is None
    assert refused(lambda: write(game, dora, "Hello")) == ChatReason.NOT_SEATED
    following = finished_at(table, [alice, charlie])
    with pytest.raises(NoSuchGame):
        write(following, dora, "Hello")


def test_a_newcomer_reads_only_what_came_after_they_joined(table: StandingTable, alice: User, bob: User) -> None:
    game = finished_at(table, [alice, bob])
    write(game, alice, "Before")
    ChatLine.objects.update(created_at=timezone.now() - timedelta(hours=1))
    dora = make_person("dora")
    table_join(token=table.invite_token, user=dora)
    write(game, alice, "After")
    assert said(game, dora) == ["After"]
    assert said(game, alice) == ["Before", "After"]


def test_a_removed_member_keeps_only_the_chats_of_own_games(
    table: StandingTable, alice: User, bob: User, charlie: User
) -> None:
    first, second = finished_at(table, [alice, bob]), finished_at(table, [alice, charlie])
    write(first, alice, "One")
    write(second, alice, "Two")
    member_remove(public_id=table.public_id, user=alice, member_id=table.members.get(user=bob).pk)
    assert said(first, bob) == ["One"]
    assert chat_for(second, bob) is None


def test_blocks_mentions_and_reports_hold_for_members_who_sit_out(
    table: StandingTable, alice: User, bob: User, charlie: User
) -> None:
    game = finished_at(table, [alice, bob])
    line = write(game, alice, "Where were you, @charlie?")
    told = Notice.objects.filter(kind=Notice.Kind.MENTION, game=game)
    assert set(told.values_list("user__handle", flat=True)) <= {"charlie"}
    report = report_make(user=charlie, kind="chat", line_id=line.pk)
    assert report.accused == alice
    assert refused(lambda: report_make(user=make_person("dora"), kind="chat", line_id=line.pk)) == ChatReason.NO_LINE
    person_block(user=charlie, handle="alice")
    assert said(game, charlie) == []


def test_read_messages_stay_read_in_the_next_game(table: StandingTable, alice: User, bob: User, charlie: User) -> None:
    game = finished_at(table, [alice, bob])
    line = write(game, alice, "Hello")
    following = next_game_begin(public_id=table.public_id, user=alice)

    def fresh(user: User) -> int:
        chat = chat_for(following, user)
        assert chat is not None
        return chat.fresh

    assert (fresh(alice), fresh(bob), fresh(charlie)) == (0, 1, 1)
    for member in (bob, charlie):
        chat_read(public_id=following.public_id, user=member, line_id=line.pk + 99)
    assert (fresh(bob), fresh(charlie)) == (0, 0)
    assert StandingMember.objects.get(table=table, user=charlie).chat_read == line.pk, "not what is yet to come"


def test_a_moderators_lock_holds_for_the_next_game(table: StandingTable, alice: User, bob: User) -> None:
    game = next_game_begin(public_id=table.public_id, user=alice)
    chat_lock(actor=make_staff("mona", "moderator"), public_id=game.public_id, reason="Quarrel.")
    game_over(game)
    following = next_game_begin(public_id=table.public_id, user=alice)
    assert refused(lambda: write(following, alice, "Hello")) == ChatReason.LOCKED


def test_the_tables_page_leads_to_the_chat(
    table: StandingTable, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = finished_at(table, [alice, bob])
    write(game, alice, "Hello")
    his = client_of(charlie)
    assert "1 new message" in words_of(his.get(f"/t/{table.public_id}/"))
    assert "Hello" in words_of(his.get(f"/g/{game.public_id}/chat/"))
