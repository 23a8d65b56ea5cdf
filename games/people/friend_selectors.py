"""Friends, requests and recent opponents, as one person sees them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from accounts.fast.queries import is_found
from accounts.models import User
from games.models import Friendship, Game, PersonMark, Preferences, Seat
from games.people.block_selectors import block_between
from games.people.friends import OPEN

ONLINE_FOR: Final = timedelta(minutes=5)
GAMES_BACK: Final = 50
GAMES_SHOWN: Final = 2
RECENT: Final = 12

# A bond to another person: "asked" by the viewer, "asks" the viewer.
Bond = Literal["", "friend", "asked", "asks"]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A running game of a friend. `mine`: the viewer has a seat, too."""

    public_id: str
    title: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Friend:
    """A friend. `online`: at a table lately, and shows it; `games`: a few that they play now, if they show it."""

    user: User
    online: bool
    games: tuple[PlayedGame, ...] = ()


@dataclass(frozen=True, slots=True)
class Friends:
    """Open accounts only. `requests`: people who asked the person; `asked`: people who have not answered; `recent`:
    opponents to ask.
    """

    requests: tuple[User, ...]
    friends: tuple[Friend, ...]
    asked: tuple[User, ...]
    recent: tuple[User, ...]


def friends_of(user: User) -> Friends:
    """Friends who are online come first. Three queries, two without friends."""
    requests, friends, asked = [], [], []
    for row in _friendships(user).order_by("asked_at"):
        other = row.asked if row.asker_id == user.pk else row.asker
        if not other.can_log_in:
            continue
        if row.accepted_at is not None:
            friends.append(Friend(other, getattr(row, "online", False)))
        elif row.asker_id == user.pk:
            asked.append(other)
        elif row.declined_at is None:
            requests.append(other)
    friends.sort(key=lambda friend: (not friend.online, friend.user.handle.lower()))
    played = games_played(user, [friend.user.pk for friend in friends])
    friends = [replace(friend, games=tuple(played.get(friend.user.pk, ()))) for friend in friends]
    known = {person.pk for person in (*requests, *asked, *(friend.user for friend in friends))}
    met = [] if user.is_guest else recent_opponents(user)
    recent = (other for other in met if other.pk not in known and not other.is_guest)
    return Friends(tuple(requests), tuple(friends), tuple(asked), tuple(recent))


def games_played(viewer: User, people: Collection[int]) -> dict[int, list[PlayedGame]]:
    """The latest running games of these accounts, without accounts that hide when they play: public games, and those
    in which the viewer sits. At most one query.
    """
    if not people:
        return {}
    mine = is_found(Seat.objects.filter(game=OuterRef("game"), user=viewer))
    hides = Preferences.objects.filter(user=OuterRef("user"), show_online=False)
    seats = Seat.objects.filter(
        Q(game__visibility=Game.Visibility.PUBLIC) | Q(mine),
        ~Exists(hides),
        user__in=people,
        kind=Seat.Kind.PERSON,
        resigned_at__isnull=True,
        game__status__in=(Game.Status.RUNNING, Game.Status.PAUSED),
    )
    place = Window(RowNumber(), partition_by="user", order_by="-game")
    played: dict[int, list[PlayedGame]] = {}
    for seat in (
        seats.annotate(mine=mine, place=place).filter(place__lte=GAMES_SHOWN).select_related("game").order_by("place")
    ):
        game = PlayedGame(seat.game.public_id, seat.game.title, getattr(seat, "mine", False))
        played.setdefault(seat.user_id, []).append(game)
    return played


def recent_opponents(user: User) -> list[User]:
    """People of the latest games, without blocks either way and mutes. One query."""
    return list(
        _others(user).filter(pk__in=_seats_beside(user).values("user")).order_by(F("met").desc(), "pk")[:RECENT]
    )


def friends_and_opponents(user: User, *, without: Collection[int], most: int) -> list[User]:
    """Friends by name, then recent opponents. One query."""
    friend = is_friend(user, "pk")
    met = Q(pk__in=_seats_beside(user).values("user"))
    people = _others(user).filter(friend | met).exclude(pk__in=without)
    listed = people.annotate(last=Case(When(friend, then=None), default=F("met")))
    return list(listed.order_by(F("last").desc(nulls_first=True), "handle")[:most])


def is_friend(user: User, person: str) -> Q:
    """Whether the account in the field `person` is a friend's."""
    rows = Friendship.objects.filter(accepted_at__isnull=False)
    asked, askers = rows.filter(asker=user).values("asked"), rows.filter(asked=user).values("asker")
    return Q(**{f"{person}__in": asked}) | Q(**{f"{person}__in": askers})


def _seats_beside(user: User) -> QuerySet[Seat]:
    """Other people's seats in the latest games."""
    mine = Seat.objects.filter(user=user, kind=Seat.Kind.PERSON, game__started_at__isnull=False)
    # By an index, which holds no games.
    lately = mine.order_by("-joined_at").values("game")[:GAMES_BACK]
    return Seat.objects.filter(game__in=lately, kind=Seat.Kind.PERSON).exclude(user=user)


def _others(user: User) -> QuerySet[User]:
    """People without a block or a mark by the user, with the game where they `met` last."""
    last = _seats_beside(user).filter(user=OuterRef("pk")).order_by("-game_id").values("game")[:1]
    people = User.objects.filter(
        ~block_between(user, "pk"), ~Q(marked_by__user=user), is_active=True, is_bot=False, is_outside_bot=False
    )
    return people.filter(erased_at__isnull=True).annotate(met=Subquery(last))


def bond_between(user: User, other: User) -> Bond:
    """The friendship or open request between the two. One query."""
    return next(iter(_bonds(user, other.pk)), "")


@dataclass(frozen=True, slots=True)
class Relation:
    """The user's choices about another person, and whether they are friends."""

    blocked: bool
    muted: bool
    bond: Bond


def relation_to(user: User, other: User) -> Relation:
    """The user's choices about `other`, and their friendship. One query."""
    return relations_to(user, [other.pk])[other.pk]


def relations_to(user: User, others: Collection[int]) -> dict[int, Relation]:
    """The user's choices about these accounts, and their friendships. One query."""
    marks = PersonMark.objects.filter(user=user, other=OuterRef("pk"))
    blocked, muted = (Exists(marks.filter(kind=kind)) for kind in (PersonMark.Kind.BLOCK, PersonMark.Kind.MUTE))
    bond = Subquery(_bonds(user, OuterRef("pk"))[:1])
    found = User.objects.filter(pk__in=others).values_list("pk", blocked, muted, bond)
    return {pk: Relation(is_blocked, is_muted, tie or "") for pk, is_blocked, is_muted, tie in found}


def _bonds(user: User, other: int | OuterRef) -> QuerySet[Friendship, Bond]:
    """The bond of the pair's row; a queryset of at most one."""
    rows = Friendship.objects.filter(Q(asker=user, asked=other) | Q(asker=other, asked=user), withdrawn_at__isnull=True)
    bond = Case(
        When(accepted_at__isnull=False, then=Value("friend")),
        When(asker=user, then=Value("asked")),
        When(declined_at__isnull=True, then=Value("asks")),
        default=Value(""),
    )
    return rows.values_list(bond, flat=True)


def _friendships(user: User) -> QuerySet[Friendship]:
    """The person's friendships, with `other` and whether they are `online`."""
    other = Case(When(asker=user, then=F("asked")), default=F("asker"))
    rows = Friendship.objects.filter(Q(asker=user) | OPEN & Q(asked=user) | Q(asked=user, accepted_at__isnull=False))
    rows = rows.filter(withdrawn_at__isnull=True).select_related("asker", "asked")
    return rows.annotate(other=other).annotate(online=shown_online("other"))


def shown_online(column: str, since: datetime | None = None) -> Q:
    """A condition: the account in `column` was at a table after `since`, by default lately, and shows it."""
    named, lately = OuterRef(column), since or timezone.now() - ONLINE_FOR
    looks = Seat.objects.filter(user=named, kind=Seat.Kind.PERSON, looked_at__gt=lately)
    hides = Preferences.objects.filter(user=named, show_online=False)
    return Q(Exists(looks)) & ~Q(Exists(hides))
