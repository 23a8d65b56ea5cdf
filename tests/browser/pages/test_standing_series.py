"""Five people with a browser each play three games at a standing table, as members come, leave and vanish."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

from django.db.models import F
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.history.record import game_record
from games.lobby.expiry import contributions_close
from games.models import Deadline, Game, Invitation, Notice, StandingMember, StandingTable
from games.people.blocks import person_block
from games.play.presence import presence_save
from games.play.timeouts import wait_attend
from games.standing.next_game import GOES_ON_AFTER, tables_sweep
from tests.browser.conftest import NewContext
from tests.browser.pages.conftest import Enter
from tests.browser.pages.seated_player import SeatedPlayer
from tests.browser.player_at_browser import Player
from tests.factories import play_out, seat_to_act, take_brisk_turn
from tests.standing.tables import make_table

DAY = timedelta(days=1)
LIVE, SLOW = re.compile(r"^(3:00|2:\d\d) left$"), re.compile("h left$")


def game_of(table: StandingTable, number: int) -> Game:
    """The table's only running or starting game, its `number`th."""
    assert table.games.count() == number
    return table.games.select_related("game").latest("game").game


def come_in(table: StandingTable, player: Player, name: str = "") -> None:
    """Join by the link, as a guest with a name."""
    player.page.goto(f"/j/{table.invite_token}/")
    if name:
        player.page.get_by_label("Your name").fill(name)
    player.page.get_by_role("button", name="Join", exact=True).click()
    player.page.wait_for_url("**/t/*/")


def leave(table: StandingTable, player: Player) -> None:
    player.page.goto(f"/t/{table.public_id}/")
    player.page.locator("#leave-table summary").click()
    player.page.locator("#leave-table button").click()
    player.page.get_by_text("You left the standing table.").wait_for()


def time_passes(table: StandingTable, span: timedelta) -> None:
    """Make all that happened at the table older."""
    StandingTable.objects.filter(pk=table.pk).update(created_at=F("created_at") - span)
    for column in ("joined_at", "in_since"):
        StandingMember.objects.filter(table=table).update(**{column: F(column) - span})
    games = Game.objects.filter(standing__table=table)
    games.update(**{column: F(column) - span for column in ("created_at", "started_at", "ended_at")})


def sit_down(game: Game, players: Sequence[Player]) -> None:
    for player in players:
        player.page.goto(f"/g/{game.public_id}/")
    if game.seats.count() > len(players):
        Game.objects.filter(pk=game.pk).update(contributions_due_at=timezone.now())
        assert contributions_close(public_id=game.public_id)
    for player in players:
        player.at_table()
    game.refresh_from_db()


WISH = re.compile("(alice wants|players want) to play live")


def play_live(game: Game, players: Sequence[SeatedPlayer]) -> None:
    """All are here, agree to play live, and have their usual time again after ten minutes."""
    for player in players:
        presence_save(public_id=game.public_id, user=player.user)
    first, *others = players
    first.page.reload()
    expect(first.page.locator("#wish")).to_contain_text("Everyone’s here.")
    first.page.locator("#wish-answer").click()
    first.page.get_by_role("button", name="Ask to play live").click()
    for player in others:
        # Others may have agreed by now.
        expect(player.page.locator("#wish")).to_contain_text(WISH)
        player.page.get_by_role("button", name="Agree to play live").click()
    for player in players:
        expect(player.page.locator("#clock-left")).to_have_text(LIVE)
    over = timezone.now() - timedelta(seconds=1)
    Game.objects.filter(pk=game.pk).update(sprint_ends_at=over)
    Deadline.objects.filter(pk=game.pk).update(since=over - timedelta(minutes=1), due_at=over)
    wait_attend(game_id=game.pk)
    game.refresh_from_db()
    for player in players:
        player.page.reload()
        player.at_table()
        expect(player.page.locator("#clock-left")).to_have_text(SLOW)


def play(game: Game, players: Sequence[Player], rng: random.Random, gone: User | None = None) -> None:
    """Play to the end: each person's first turn at their browser, later ones by the service. The time of the `gone`
    person runs out.
    """
    at_browser = {player.handle: player for player in players}
    while game.status == Game.Status.RUNNING and (at_browser or gone is not None):
        seat = seat_to_act(game)
        if seat.held_by == gone:
            Deadline.objects.filter(pk=game.pk).update(due_at=timezone.now())
            wait_attend(game_id=game.pk)
            game.refresh_from_db()
            continue
        if seat.user.handle not in at_browser:
            take_brisk_turn(game, rng)
            continue
        acting = at_browser.pop(seat.user.handle)
        acting.sees(game.version)
        acting.take_turn(small=True)
        assert acting.stayed
        game.refresh_from_db()
    play_out(game, rng)
    assert game.status == Game.Status.FINISHED


def score_of(table: StandingTable) -> list[tuple[str, int, int, int]]:
    """Games, victories and points of each person, from the records' hands."""
    games: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for row in table.games.select_related("game"):
        record = game_record(row.game, None)
        assert record["result"] is not None
        for player in record["players"]:
            name, seat = player["name"], player["seat"]
            games[name] += 1
            wins[name] += seat in record["result"]["winners"]
            points[name] += sum(hand["points"][seat] for hand in record["hands"])
    return [(name, games[name], wins[name], points[name]) for name in games]


def shown_score(table: StandingTable, player: Player) -> list[tuple[str, int, int, int]]:
    player.page.goto(f"/t/{table.public_id}/")
    rows = player.page.locator(".score-table tbody tr").all()
    cells = [[row.locator(".person-name").inner_text(), *row.locator("td").all_inner_texts()] for row in rows]
    return [(name, int(games), int(wins), int(points)) for name, games, wins, points in cells]


def players_of(game: Game) -> set[str]:
    return set(game.seats.values_list("user__handle", flat=True))


def each_got_one_notification(table: StandingTable) -> None:
    """No invitation was sent. Each player, and no one else, got one notification of each game's start."""
    assert not Invitation.objects.exists()
    for row in table.games.select_related("game"):
        started = Notice.objects.filter(game=row.game, kind=Notice.Kind.STARTED, channel=Notice.Channel.MAIL)
        people = Counter(started.values_list("user__handle", flat=True))
        assert people == Counter(row.game.seats.values_list("user__handle", flat=True))


def test_five_play_three_games_and_live_once_as_members_come_leave_and_vanish(enter: Enter, visit: NewContext) -> None:
    rng = random.Random(5)
    alice, bob, charlie, dora = (enter(name) for name in ("alice", "bob", "charlie", "dora"))
    guest = Player(visit(), "gast")
    table = make_table([alice.user], pace="1d", target=None, goes_on=True)
    for player in (bob, charlie, dora):
        come_in(table, player)
    time_passes(table, 2 * DAY)
    _begin(table, alice, f"/t/{table.public_id}/")
    first = game_of(table, 1)
    assert players_of(first) == {"alice", "bob", "charlie", "dora"}
    sit_down(first, [alice, bob, charlie, dora])
    play_live(first, [alice, bob, charlie, dora])
    play(first, [alice, bob, charlie, dora], rng)

    leave(table, charlie)
    come_in(table, guest, "gast")
    _begin(table, bob, "/")
    second = game_of(table, 2)
    assert players_of(second) == {"alice", "bob", "dora", "gast"}
    sit_down(second, [alice, bob, guest])
    play(second, [alice, bob, guest], rng, gone=dora.user)

    # Dora vanished, and bob and the guest don't play together.
    person_block(user=bob.user, handle="gast")
    assert tables_sweep() == 0, "the next game begins after a while"
    time_passes(table, GOES_ON_AFTER)
    assert tables_sweep() == 1
    third = game_of(table, 3)
    assert players_of(third) in ({"alice", "bob"}, {"alice", "gast"})
    last = [player for player in (alice, bob, guest) if player.handle in players_of(third)]
    sit_down(third, last)
    play(third, last, rng)

    shown = shown_score(table, alice)
    assert Counter(shown) == Counter(score_of(table))
    assert shown == sorted(shown, key=lambda row: (-row[2], row[3] / row[1]))
    each_got_one_notification(table)


def _begin(table: StandingTable, player: SeatedPlayer, page: str) -> None:
    """Begin the next game on this page."""
    player.page.goto(page)
    player.page.get_by_role("button", name="Start next game").click()
    player.page.wait_for_url("**/g/*/")
    assert table.games.filter(game__ended_at=None).count() == 1
