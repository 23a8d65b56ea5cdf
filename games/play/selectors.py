"""Reads games that an account may see."""

from collections.abc import Sequence
from typing import Final

from django.db.models import F, OuterRef, Q, QuerySet

from accounts.fast.queries import SAMPLE_ID, PreparedQuery, is_found
from accounts.models import User
from games.engine import HandState, View, observe
from games.errors import NoSuchGame
from games.models import Deadline, Game, Hand, Invitation, Seat, StandingGame

PUBLIC: Final = Q(visibility=Game.Visibility.PUBLIC)


def visible_games(user: User | None) -> QuerySet[Game]:
    """Public, own and offered games, and those that own standing tables began; None is a visitor."""
    return Game.objects.filter(PUBLIC) if user is None else _visible_to(user.pk)


def _visible_to(user: int) -> QuerySet[Game]:
    mine = Q(is_found(Seat.objects.filter(game=OuterRef("pk"), user_id=user)))
    invited = Invitation.objects.filter(game=OuterRef("pk"), user_id=user, declined_at=None)
    asked = Q(is_found(invited), status=Game.Status.OPEN)
    # A member who sits out may watch, and read the replay. The game that the table was made from is its players' own.
    tables = StandingGame.objects.filter(table__members__user_id=user, game__created_at__gte=F("table__created_at"))
    group = Q(is_found(tables.filter(game=OuterRef("pk"))))
    return Game.objects.filter(PUBLIC | mine | asked | group)


_BY_VISITOR: Final = PreparedQuery(
    lambda public_id: Game.objects.filter(PUBLIC, public_id=public_id).select_related("host", "deadline"),
    public_id="(a public id)",
)
_BY_PERSON: Final = PreparedQuery(
    lambda public_id, user: _visible_to(user).filter(public_id=public_id).select_related("host", "deadline"),
    public_id="(a public id)",
    user=SAMPLE_ID,
)


def visible_game(public_id: str, user: User | None) -> Game:
    """The game. Raises NoSuchGame if the person may not see it."""
    if user is None:
        found = _BY_VISITOR.fetch(public_id=public_id)
    else:
        found = _BY_PERSON.fetch(public_id=public_id, user=user.pk)
    if not found:
        raise NoSuchGame(public_id)
    return found[0]


def game_deadline(game: Game) -> Deadline | None:
    """The game's deadline; None before the start. No query if it was fetched with the game."""
    row: Deadline | None = getattr(game, "deadline", None)
    return row


def listed_game(public_id: str) -> Game | None:
    """An ended game: the list of all ended games shows its anchor and ending to everyone (FAIRDEAL.md, 6)."""
    return Game.objects.filter(public_id=public_id, ended_at__isnull=False).first()


def invited_game(token: str) -> Game:
    """The game of an invitation link. Raises NoSuchGame."""
    game = Game.objects.select_related("host").filter(invite_token=token).first()
    if game is None:
        raise NoSuchGame("of this invitation")
    return game


def seat_view(game: Game, hand: Hand, state: HandState, seat: int | None) -> View:
    """The view for bots and programs (games/bots/arena/README.md); None is a spectator. Two queries."""
    turns = hand.moves.valid().order_by("number").values_list("seat", "turn")
    points = list(game.seats.order_by("number").values_list("points", flat=True))
    return observe(state, seat, points=points, target=game.target, history=turns)


def seat_names(seats: Sequence[Seat]) -> list[str]:
    """The names of the players; `seats` are in order, with accounts. A bot with several seats is "Jarl", then
    "Jarl 2".
    """
    names: list[str] = []
    for seat in seats:
        same = sum(other.user_id == seat.user_id for other in seats[: len(names)])
        names.append(f"{seat.user.name} {same + 1}" if same else seat.user.name)
    return names
