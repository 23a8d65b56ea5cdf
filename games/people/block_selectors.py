"""Blocks and mutes; show them only to their author."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games.models import PersonMark


@dataclass(frozen=True)
class BlocksAndMutes:
    blocked: tuple[User, ...]
    muted: tuple[User, ...]


def blocks_and_mutes(user: User) -> BlocksAndMutes:
    """The people that the person blocked or muted, without erased accounts. One query."""
    marks = PersonMark.objects.filter(user=user, other__erased_at__isnull=True).select_related("other")
    people: dict[str, list[User]] = {kind.value: [] for kind in PersonMark.Kind}
    for mark in sorted(marks, key=lambda mark: mark.other.handle.lower()):
        people[mark.kind].append(mark.other)
    return BlocksAndMutes(tuple(people[PersonMark.Kind.BLOCK]), tuple(people[PersonMark.Kind.MUTE]))


def blocked_pairs(ids: Collection[int]) -> set[frozenset[int]]:
    """Pairs of ids between which there is a block. One query."""
    rows = PersonMark.objects.filter(kind=PersonMark.Kind.BLOCK, user__in=ids, other__in=ids)
    return {frozenset(pair) for pair in rows.values_list("user_id", "other_id")}


def are_blocked(user: User, other: User) -> bool:
    """Whether either of the two has blocked the other. One query."""
    return PersonMark.objects.filter(
        Q(user=user, other=other) | Q(user=other, other=user), kind=PersonMark.Kind.BLOCK
    ).exists()


def block_between(user: User, column: str) -> Exists:
    """A condition: a block, in either direction, with the account in `column`."""
    named = OuterRef(column)
    return Exists(
        PersonMark.objects.filter(Q(user=user, other=named) | Q(user=named, other=user), kind=PersonMark.Kind.BLOCK)
    )


def hidden_authors(user: User) -> set[int]:
    """Accounts that are blocked either way, or muted. One query."""
    blocked = Q(kind=PersonMark.Kind.BLOCK) & (Q(user=user) | Q(other=user))
    rows = PersonMark.objects.filter(blocked | Q(kind=PersonMark.Kind.MUTE, user=user))
    return {other if mine == user.pk else mine for mine, other in rows.values_list("user_id", "other_id")}
