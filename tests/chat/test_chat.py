"""The chat of a game: its writers and readers, the people that a mention reaches, messages that staff hide."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from accounts.errors import AccountRefused
from accounts.models import AuditEntry, User
from games.chat.errors import ChatReason
from games.chat.selectors import Chat, chat_for, line_event_for
from games.chat.services import (
    MAX_LINES,
    MAX_REACTIONS,
    chat_react,
    chat_read,
    chat_switch,
    chat_write,
    kid_mode_end,
    kid_mode_start,
    one_line,
)
from games.errors import NoSuchGame, Reason, Refused
from games.lobby.services import NewGame
from games.models import ChatLine, Game, Notice, Preferences, Reaction
from games.moderation.acts.chat_lines import chat_hide, chat_show
from games.moderation.errors import ConflictReason
from games.people.blocks import person_block, person_mute, person_unblock
from games.people.errors import PersonReason
from games.play.seats.resign import seat_resign
from tests.factories import make_game, make_person, make_staff
from tests.games_laid import lay_game
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return make_game([alice, bob, charlie])


def say(game: Game, user: User, text: str) -> ChatLine:
    return chat_write(public_id=game.public_id, user=user, text=text)


def refused(call: Callable[..., object], **asked: object) -> Reason:
    with pytest.raises(Refused) as refusal:
        call(**asked)
    return refusal.value.reason


def not_said(game: Game, user: User, text: str = "hello") -> Reason:
    before = ChatLine.objects.count()
    reason = refused(chat_write, public_id=game.public_id, user=user, text=text)
    assert ChatLine.objects.count() == before
    return reason


def read(game: Game, user: User) -> list[str]:
    game.refresh_from_db()
    return [line.text for line in whole(game, user).lines]


def whole(game: Game, user: User) -> Chat:
    chat = chat_for(game, User.objects.get(pk=user.pk))
    assert chat is not None
    return chat


def test_it_keeps_what_was_typed_in_one_line(game: Game, alice: User, bob: User) -> None:
    version = game.version

    line = say(game, alice, "  <b>Well</b>\r\nplayed,\x00 @bob!  ")

    assert line.text == "<b>Well</b> played, @bob!"
    assert read(game, bob) == ["<b>Well</b> played, @bob!"]
    game.refresh_from_db()
    assert game.version == version
    [mine] = whole(game, alice).lines
    assert (mine.name, mine.handle, mine.seat, mine.mine, mine.mentions_me, mine.fresh) == (
        *("alice", "alice", 0),
        *(True, False, False),
    )
    [his] = whole(game, bob).lines
    assert (his.mine, his.mentions_me, his.fresh) == (False, True, True)
    # Breaks of every kind, and halves of letters that no database takes.
    assert one_line("a\x0b\u2028b\u2029\ud800c\td") == "a b c d"


def test_it_refuses_people_without_the_right_to_write(game: Game, alice: User, bob: User) -> None:
    stranger = make_person("stranger")
    assert not_said(game, stranger) is ChatReason.NOT_SEATED
    hidden = make_game([alice, bob], NewGame(seats=2, visibility=Game.Visibility.PRIVATE))
    with pytest.raises(NoSuchGame):
        say(hidden, stranger, "hello")
    assert not_said(game, alice, " \u200b\u3164\u2800\ufe0f\n ") is ChatReason.EMPTY
    assert not_said(game, alice, "x" * 501) is ChatReason.TOO_LONG
    say(game, alice, "ÿ" * 500)

    User.objects.filter(pk=alice.pk).update(muted_until=timezone.now() + timedelta(days=1))
    assert not_said(game, alice) is ChatReason.MUTED
    assert whole(game, alice).muted_until is not None
    assert not whole(game, alice).may_write
    Game.objects.filter(pk=game.pk).update(chat_locked_at=timezone.now())
    assert not_said(game, bob) is ChatReason.LOCKED
    game.refresh_from_db()
    assert (whole(game, bob).locked, whole(game, bob).may_write) == (True, False)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert not_said(game, bob) is PersonReason.ACCOUNT_CLOSED


def test_resigned_players_may_chat_even_after_the_end(game: Game, alice: User, bob: User, charlie: User) -> None:
    seat_resign(public_id=game.public_id, user=alice)
    say(game, alice, "Good luck")
    seat_resign(public_id=game.public_id, user=bob)
    game.refresh_from_db()
    assert game.ended_at is not None

    say(game, bob, "Thanks")

    assert read(game, charlie) == ["Good luck", "Thanks"]


def test_chat_messages_are_limited_by_minute(game: Game, alice: User, bob: User) -> None:
    other = make_game([alice, bob])
    with time_machine.travel(NOON, tick=False):
        for number in range(MAX_LINES):
            say(game if number % 2 else other, alice, "again")
        assert not_said(game, alice) is ChatReason.TOO_FAST
        say(game, bob, "hush")
    with time_machine.travel(NOON + timedelta(seconds=61), tick=False):
        say(game, alice, "sorry")


def test_a_reaction_is_a_line_that_each_reads_in_their_own_language(game: Game, alice: User, bob: User) -> None:
    with override("de"):
        words = chat_react(public_id=game.public_id, user=alice, reaction=Reaction.THANKS)
    chat_react(public_id=game.public_id, user=alice, reaction=Reaction.APPLAUSE)

    with override("fr"):
        read_by_him = whole(game, bob)
        assert words.said == "Merci"
    assert words.text == "Thanks"
    assert [(line.text, line.picture) for line in read_by_him.lines] == [("Merci", ""), ("Applaudissements", "👏")]
    # It is shown at the table, and needs no notification.
    assert read_by_him.fresh == 0

    chat_hide(actor=make_staff("hilda", "helper"), line_id=words.pk, reason="scorn")
    [hidden, _applause] = whole(game, bob).lines
    assert (hidden.text, hidden.reaction) == ("", "")


def test_reactions_obey_the_chats_rules_and_a_closer_limit(game: Game, alice: User, bob: User) -> None:
    def not_reacted(game: Game, user: User) -> Reason:
        return refused(chat_react, public_id=game.public_id, user=user, reaction=Reaction.HELLO)

    assert not_reacted(game, make_person("stranger")) is ChatReason.NOT_SEATED
    with_bots = lay_game([alice], NewGame(seats=3, bots=["berserker", "skald"]))
    assert not_reacted(with_bots, alice) is ChatReason.ONLY_BOTS
    assert not whole(with_bots, alice).in_company
    with time_machine.travel(NOON, tick=False):
        for _time in range(MAX_REACTIONS):
            chat_react(public_id=game.public_id, user=alice, reaction=Reaction.HELLO)
        assert not_reacted(game, alice) is ChatReason.TOO_FAST
        say(game, alice, "Words still go.")
    person_mute(user=bob, handle="alice")
    assert read(game, bob) == []
    Game.objects.filter(pk=game.pk).update(chat_locked_at=timezone.now())
    assert not_reacted(game, bob) is ChatReason.LOCKED


def test_blocks_silence_both_and_mutes_one(game: Game, alice: User, bob: User, charlie: User) -> None:
    for user in (alice, bob, charlie):
        say(game, user, f"I am {user.handle}")
    person_block(user=alice, handle="bob")
    person_mute(user=charlie, handle="alice")

    assert read(game, alice) == ["I am alice", "I am charlie"]
    assert read(game, bob) == ["I am bob", "I am charlie"]
    assert read(game, charlie) == ["I am bob", "I am charlie"]
    line = say(game, alice, "@bob @charlie")
    assert line_event_for(game.public_id, bob, line.pk) is None
    assert line_event_for(game.public_id, charlie, line.pk) is None
    told = line_event_for(game.public_id, alice, line.pk)
    assert told is not None
    assert "text" in told
    assert (told["text"], told["mine"], told["mentions_me"], told["seat"]) == ("@bob @charlie", True, False, 0)

    person_unblock(user=alice, handle="bob")
    assert read(game, bob)[-1] == "@bob @charlie"


def test_a_mention_notifies_players_who_can_read_it(game: Game, alice: User, bob: User, charlie: User) -> None:
    dora = make_person("dora")

    for user in (alice, bob, charlie, dora):
        Preferences.objects.create(user=user, channels={"mention": {"mail": "now", "push": True, "webhook": True}})

    def named() -> list[tuple[str, int]]:
        notices = Notice.objects.filter(kind=Notice.Kind.MENTION).select_related("user").order_by("pk")
        return [(notice.user.handle, notice.about) for notice in notices]

    say(game, alice, "bob, charlie, dora, a@bob.example: none of you is named. @dora sits elsewhere. So do I, @alice.")
    assert named() == []

    line = say(game, alice, "Your turn, @BOB")
    told = [("bob", line.pk)]
    assert named() == told

    person_mute(user=charlie, handle="alice")
    say(game, alice, "@charlie?")
    person_block(user=alice, handle="bob")
    say(game, alice, "@bob?")
    assert named() == told
    chat_switch(user=charlie, on=False)
    say(game, bob, "@charlie?")
    assert named() == told
    chat_switch(user=charlie, on=True)
    line = say(game, bob, "@charlie?")
    assert named() == [*told, ("charlie", line.pk)]


def test_kid_mode_and_chats_switched_off_read_and_write_nothing(game: Game, alice: User, bob: User) -> None:
    line = say(game, bob, "hello")

    chat_switch(user=alice, on=False)
    assert chat_for(game, User.objects.get(pk=alice.pk)) is None
    assert line_event_for(game.public_id, User.objects.get(pk=alice.pk), line.pk) is None
    assert not_said(game, User.objects.get(pk=alice.pk)) is ChatReason.OFF
    chat_switch(user=alice, on=True)
    assert read(game, alice) == ["hello"]

    kid_mode_start(user=alice)
    assert chat_for(game, User.objects.get(pk=alice.pk)) is None
    assert not_said(game, User.objects.get(pk=alice.pk)) is ChatReason.KID
    assert refused(chat_switch, user=alice, on=True) is ChatReason.KID
    assert refused(kid_mode_end, user=alice, password="guess") is ChatReason.WRONG_PASSWORD
    assert Preferences.objects.get(user=alice).kid_mode
    kid_mode_end(user=alice, password=PASSWORD)
    assert read(game, alice) == ["hello"]


def test_spectators_read_no_chat(game: Game, alice: User) -> None:
    line = say(game, alice, "hello")
    stranger = make_person("stranger")

    assert chat_for(game, stranger) is None
    assert chat_for(game, None) is None
    assert line_event_for(game.public_id, stranger, line.pk) is None
    assert line_event_for("nosuchgame", alice, line.pk) is None


def test_it_marks_what_is_new_and_pages_back(
    game: Game, alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    reader = User.objects.get(pk=bob.pk)
    with django_assert_num_queries(1):
        assert whole_of(game, reader).newest == 0
    start = NOON
    for number in range(60):
        with time_machine.travel(start + timedelta(seconds=10 * number), tick=False):
            last = say(game, alice, str(number))
    with django_assert_num_queries(3):
        chat = whole_of(game, reader)
    assert (chat.fresh, len(chat.lines), chat.earlier, chat.newest) == (50, 50, True, last.pk)
    assert [line.text for line in chat.lines] == [str(number) for number in range(10, 60)]
    earlier = chat_for(game, reader, before=chat.lines[0].pk)
    assert earlier is not None
    assert ([line.text for line in earlier.lines], earlier.earlier) == ([str(number) for number in range(10)], False)

    chat_read(public_id=game.public_id, user=bob, line_id=chat.lines[-3].pk)
    assert whole(game, bob).fresh == 2
    # Not backwards, not past the end, and not for a person without a seat.
    chat_read(public_id=game.public_id, user=bob, line_id=1)
    chat_read(public_id=game.public_id, user=make_person("stranger"), line_id=1)
    assert whole(game, bob).fresh == 2
    chat_read(public_id=game.public_id, user=bob, line_id=10**9)
    assert whole(game, bob).fresh == 0
    with time_machine.travel(start + timedelta(hours=1), tick=False):
        say(game, alice, "new")
        assert whole(game, bob).fresh == 1
        # A person who answers has read the chat.
        say(game, bob, "seen")
    assert whole(game, bob).fresh == 0


def whole_of(game: Game, reader: User) -> Chat:
    chat = chat_for(game, reader)
    assert chat is not None
    return chat


def test_staff_hide_a_line_and_show_it_again_with_a_reason(game: Game, alice: User, bob: User) -> None:
    helper = make_staff("hilda", "helper")
    line = say(game, alice, "something foul")

    chat_hide(actor=helper, line_id=line.pk, reason="Foul words of alice")

    for reader in (alice, bob):
        [shown] = whole(game, reader).lines
        assert (shown.text, shown.hidden) == ("", True)
    told = line_event_for(game.public_id, bob, line.pk)
    assert told is not None
    assert "text" in told
    assert (told["text"], told["hidden"]) == ("", True)
    assert refused(chat_hide, actor=helper, line_id=line.pk, reason="twice") is ChatReason.HIDDEN_ALREADY
    chat_show(actor=helper, line_id=line.pk, reason="It was a quotation")
    assert read(game, bob) == ["something foul"]
    assert refused(chat_show, actor=helper, line_id=line.pk, reason="twice") is ChatReason.NOT_HIDDEN

    rows = AuditEntry.objects.order_by("pk").values_list("action", "actor", "person", "game", "about", "reason")
    about = f"chat line {line.pk}"
    assert list(rows) == [
        ("chat.hide", helper.pk, alice.pk, game.public_id, about, f"Foul words of @#{alice.pk}"),
        ("chat.show", helper.pk, alice.pk, game.public_id, about, "It was a quotation"),
    ]


def test_only_staff_beside_the_table_judge_lines(game: Game, alice: User, bob: User) -> None:
    line = say(game, alice, "something foul")
    sits = make_staff("hilda", "helper")
    own = make_game([sits, bob])
    theirs = say(own, bob, "foul too")

    assert refused(chat_hide, actor=sits, line_id=theirs.pk, reason="foul") is ConflictReason.OWN_GAME
    assert refused(chat_hide, actor=sits, line_id=10**6, reason="foul") is ChatReason.NO_LINE
    for actor in (alice, make_staff("clerk")):
        with pytest.raises(PermissionDenied):
            chat_hide(actor=actor, line_id=line.pk, reason="foul")
        with pytest.raises(PermissionDenied):
            chat_show(actor=actor, line_id=line.pk, reason="foul")
    with pytest.raises(AccountRefused):
        chat_hide(actor=sits, line_id=line.pk, reason=" ")
    ChatLine.objects.filter(pk=line.pk).update(text="", erased_at=timezone.now())
    assert refused(chat_hide, actor=sits, line_id=line.pk, reason="foul") is ChatReason.NO_LINE
    [shown] = whole(game, bob).lines
    assert (shown.text, shown.erased) == ("", True)
    assert not ChatLine.objects.filter(hidden_at__isnull=False).exists()
    assert not AuditEntry.objects.exists()
