"""Names of games in which bots fill the seats."""

from accounts.models import User
from games.models import Game
from tests.clients import ClientOf
from tests.lobby.test_new_game import create
from tests.many_rows import rows_like


def test_a_game_that_bots_fill_is_named_by_them_and_its_points(alice: User, client_of: ClientOf) -> None:
    every = {f"bots_{bot}": "1" for bot in ("skald", "seidmadr", "hirdman", "berserker", "jarl")}
    for chosen, name in (
        ({"seats": "3", "bots_jarl": "1", "bots_skald": "1", "target": "hand"}, "Jarl and Skald, a single hand"),
        ({"seats": "2", "bots_jarl": "1", "name": "Mine"}, "Mine"),
        ({"seats": "3", "bots_jarl": "1"}, ""),
        ({"seats": "6", **every}, "Against bots, to 15 points"),
    ):
        create(client_of(alice), **chosen)
        assert Game.objects.latest("pk").name == name


def test_games_against_the_same_bots_are_told_apart_by_a_number(alice: User, bob: User, client_of: ClientOf) -> None:
    long = "A name with the most letters of all here"
    for name, expected in (
        ("", "Jarl, to 15 points"),
        ("", "Jarl, to 15 points (2)"),
        ("", "Jarl, to 15 points (3)"),
        ("Jarl, to 15 points (2)", "Jarl, to 15 points (4)"),
        ("Jarl", "Jarl"),
        (long, long),
        (long, f"{long[:35]} (2)"),
        (long, f"{long[:35]} (3)"),
    ):
        create(client_of(alice), seats="2", bots_jarl="1", name=name)
        assert Game.objects.latest("pk").name == expected
    # Other hosts' names and games with other people are left alone.
    create(client_of(bob), seats="2", bots_jarl="1")
    assert Game.objects.latest("pk").name == "Jarl, to 15 points"
    for _game in range(2):
        create(client_of(bob), seats="3", bots_jarl="1", name="Friday")
        assert Game.objects.latest("pk").name == "Friday"


def test_long_names_of_games_against_bots_stay_apart(alice: User, client_of: ClientOf) -> None:
    to_ten, to_fifteen = "Hirdman, Skald and Jarl, to 10 points", "Hirdman, Skald and Jarl, to 15 points"
    for name in (to_ten, to_ten, to_fifteen, to_fifteen):
        create(client_of(alice), seats="2", bots_jarl="1", name=name)
    names = set(Game.objects.values_list("name", flat=True))
    assert names == {to_ten, to_fifteen, f"{to_ten[:36]} (2)", f"{to_fifteen[:36]} (2)"}
    first = Game.objects.earliest("pk")
    others = [(f"{to_ten[: 37 - len(str(number))]} ({number})", str(number)) for number in range(3, 1000)]
    columns = ["name", "public_id", "invite_token", "anchor"]
    rows_like(first, columns, [(name, key, key, key) for name, key in others])
    for number in (1000, 1001):
        create(client_of(alice), seats="2", bots_jarl="1", name=to_ten)
        assert Game.objects.latest("pk").name == f"{to_ten[:33]} ({number})"
