"""The values from which a game's page is built."""

import pytest

from accounts.models import User
from games.engine import cards_text, legal_turns, observe
from games.lobby.services import NewGame
from games.models import Game, Hand
from games.play.seats.resign import seat_resign
from games.play.turn import turn_play
from games.table import TableView, table_view
from tests.factories import make_person, seat_to_act, state_of
from tests.games_laid import Place, finished_game, game_at, game_where, lay_game
from tests.table.tables import seat_of


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return lay_game([alice, bob, charlie])


@pytest.fixture
def second(alice: User, bob: User, charlie: User) -> Game:
    return game_at([alice, bob, charlie], Place(2, 0), recorded="target_10_of_three")


def view(game: Game, user: User | None) -> TableView:
    game.refresh_from_db()
    return table_view(game, user)


def play(game: Game, text: str) -> None:
    game.refresh_from_db()
    turn_play(public_id=game.public_id, user=seat_to_act(game).user, version=game.version, text=text)
    game.refresh_from_db()


def lowest_lead(game: Game) -> str:
    """A lead of the lowest card: others can beat it, and the hand goes on."""
    state = state_of(game)
    return str(state.hands[state.to_act][-1])


def test_it_seats_the_others_clockwise_from_the_viewers_left(game: Game, alice: User, bob: User, charlie: User) -> None:
    for user, wanted in ((alice, "bob charlie"), (bob, "charlie alice"), (charlie, "alice bob")):
        shown = view(game, user)
        assert [seat.player.name for seat in shown.around] == wanted.split()
        assert [seat.place for seat in shown.around] == [1, 2]
        assert shown.me is not None
        assert shown.me.player.name == user.name
    spectator = view(game, None)
    assert [seat.player.name for seat in spectator.around] == ["bob", "charlie", "alice"]
    assert spectator.me is None


@pytest.mark.parametrize("turn", [0, 1, 2, 4, 7, 12, 20, -1])
def test_it_lists_exactly_the_plays_that_are_legal(alice: User, bob: User, charlie: User, turn: int) -> None:
    game = game_at([alice, bob, charlie], Place(1, turn), recorded="target_10_of_three")
    user, state = seat_to_act(game).user, state_of(game)
    choices = view(game, user).choices
    assert choices is not None
    wanted = {cards_text(turn.cards) for turn in legal_turns(state) if not turn.is_pass}
    assert set(choices.plays) == wanted
    assert choices.pickups == tuple(map(str, state.table))


def test_it_lets_those_who_wait_choose_ahead_over_the_table(game: Game, alice: User, bob: User, charlie: User) -> None:
    play(game, lowest_lead(game))
    state = state_of(game)
    for user in (alice, bob, charlie):
        number = seat_of(game, user.handle).number
        shown = view(game, user)
        assert shown.choices is not None
        assert shown.my_turn is (number == state.to_act)
        if number == state.table_seat:
            # The owner's next turn can only be a lead.
            assert shown.choices.pickups == ()
            assert set(shown.choices.plays) >= {card.code for card in shown.choices.cards}
        else:
            assert shown.choices.pickups == tuple(map(str, state.table))


def test_it_marks_the_card_picked_up_until_the_next_turn(alice: User, bob: User, charlie: User) -> None:
    game = game_where([alice, bob, charlie], lambda state: any(turn.pickup for turn in legal_turns(state)))
    seat = seat_to_act(game)
    turn = next(turn for turn in legal_turns(state_of(game)) if turn.pickup)
    play(game, str(turn))
    choices = view(game, seat.user).choices
    assert choices is not None
    assert [card.code for card in choices.cards if card.picked_up] == [str(turn.pickup)]


def test_it_follows_rounds_to_the_end_of_the_hand(second: Game) -> None:
    game = second
    past = table_view(game, None, past=1).past
    assert past is not None
    moves = Hand.objects.get(game=game, number=1).moves
    told = [entry for kept in past.rounds for entry in kept.entries]
    assert [entry.version for entry in told] == list(moves.order_by("-number").values_list("version", flat=True))
    assert [kept.number for kept in past.rounds] == list(range(len(past.rounds), 0, -1))
    newest, *earlier = past.rounds
    assert newest.entries[0].kind == "out"
    assert newest.won is None
    for kept in earlier:
        assert kept.won is not None
        assert [entry.kind for entry in kept.entries[:2]] == ["pass", "pass"]
        assert kept.entries[2].cards == kept.won.cards
        assert kept.entries[-1].kind == "lead"
        assert {entry.kind for entry in kept.entries[:-1]} <= {"pass", "play"}


@pytest.mark.parametrize("turn", [0, 1, 2, 4, 7, 12, 20, -1])
def test_it_tags_seats_as_the_engine_sees_them(alice: User, bob: User, charlie: User, turn: int) -> None:
    game = game_at([alice, bob, charlie], Place(1, turn), recorded="three_with_goat")
    seen = observe(state_of(game), None)
    for seat in view(game, None).seats:
        number = seat.player.seat
        assert seat.cards == seen.sizes[number]
        assert seat.to_act is (number == seen.to_act)
        assert seat.passed is (number in seen.passes)
        assert seat.owns is (number == seen.table_seat)
        assert seat.known == tuple(map(str, seen.known[number]))


def test_it_adds_up_the_hands(alice: User, bob: User, charlie: User) -> None:
    game = finished_game([alice, bob, charlie])
    shown = view(game, None)
    totals = [0, 0, 0]
    for result in reversed(shown.results):
        assert result.out is not None
        for row in result.by_seat:
            totals[row.player.seat] += row.scored
            assert row.total == totals[row.player.seat]
            assert (row.left == ()) is (row.player == result.out)
        assert [row.total for row in result.rows] == sorted(row.total for row in result.rows)
    assert totals == [seat.points for seat in shown.seats]
    assert shown.ending is not None
    assert shown.ending.hands_count == len(shown.results)
    assert {player.seat for player in shown.ending.winners} == {
        number for number, total in enumerate(totals) if total == min(totals)
    }


def test_resigned_players_get_no_place(alice: User, bob: User, charlie: User) -> None:
    game = finished_game([alice, bob, charlie], recorded="one_of_three_resigned")
    ending = view(game, charlie).ending
    assert ending is not None
    assert [row.place for row in ending.standing][-1] == 0
    assert ending.standing[-1].player.is_me
    assert ending.standing[0].is_winner


def test_it_ends_by_resignation_without_scoring_the_hand(alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    play(game, lowest_lead(game))
    seat_resign(public_id=game.public_id, user=bob)
    shown = view(game, alice)
    assert shown.ending is not None
    assert [player.name for player in shown.ending.winners] == ["alice"]
    assert shown.ending.hands_count == 0
    assert (shown.results[0].out, shown.results[0].rows) == (None, ())
    assert not shown.running
    assert shown.choices is None
    assert [entry.kind for entry in shown.rounds[0].entries] == ["resign", "lead"]


def test_it_rereads_a_game_that_has_moved_on(game: Game) -> None:
    stale = Game.objects.get(pk=game.pk)
    play(game, lowest_lead(game))
    shown = table_view(stale, None)
    assert shown.version == game.version
    assert shown.turns_count == 1


def test_it_tells_the_seats_of_one_bot_apart(alice: User) -> None:
    game = lay_game([alice], NewGame(seats=4, bots=["berserker", "skald", "berserker"]))
    names = [seat.player.name for seat in view(game, alice).around]
    assert names == ["Berserker", "Skald", "Berserker 2"]
    assert all(seat.player.is_bot and not seat.player.handle for seat in view(game, alice).around)


def test_it_seats_six(alice: User, bob: User, charlie: User) -> None:
    people = [alice, bob, charlie, *(make_person(f"guest{number}") for number in range(3))]
    shown = view(lay_game(people), people[4])
    assert [seat.player.seat for seat in shown.around] == [5, 0, 1, 2, 3]
