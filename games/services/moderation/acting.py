"""What all acts on a game share: who may, what is written of it, and who is told. Inside the act's transaction."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from accounts.models import AuditEntry, User
from accounts.reasons import reason_kept
from accounts.services.audit import Fact, audit_write
from games.errors import Refused
from games.models import Game, Intervention, Move, Notice, Seat
from games.moderation.errors import ActReason, ConflictReason
from games.play.errors import PlayReason
from games.selectors.chat import reads_chats
from games.selectors.formers import REPLACED
from games.selectors.own import own_accounts
from games.services.locking import locked_game, seats_of
from games.services.outbox import notice_write
from games.services.seats import RUNS

MODERATE = "games.moderate_game"


def acted_game(actor: User, public_id: str) -> tuple[Game, list[Seat]]:
    """The game, locked, and its seats. Raises NoSuchGame, Refused(OWN_GAME) for who sits or sat in it."""
    game = locked_game(public_id)
    seats = seats_of(game)
    if any(seat.user_id == actor.pk for seat in seats) or sat_once(game, actor):
        raise Refused(ConflictReason.OWN_GAME)
    return game, seats


def steered_game(actor: User, public_id: str) -> tuple[Game, list[Seat]]:
    """`acted_game` for acts that decide where the play goes: not by who knows what lies hidden. Raises besides
    Refused(CARDS_SEEN) for who has opened cards of the running hand."""
    game, seats = acted_game(actor, public_id)
    running = game.hands.filter(ended_at__isnull=True).values("number")
    if game.peeks.filter(by__in=own_accounts(actor.pk), hand_number__in=running).exists():
        raise Refused(ConflictReason.CARDS_SEEN)
    return game, seats


def knows_nothing_hidden(game: Game, user: User, *, at: int) -> bool:
    """Whether the person knows nothing of the game that is hidden from seat `at`: neither from opened cards nor from
    another seat."""
    own = own_accounts(user.pk)
    return not game.peeks.filter(by__in=own).exists() and not sat_once(game, user, except_at=at)


def sat_once(game: Game, user: User, *, except_at: int | None = None) -> bool:
    """Whether the person had a seat in the running game that another has now; one at seat `except_at` aside."""
    own = own_accounts(user.pk)
    left = AuditEntry.objects.filter(game=game.public_id, action=REPLACED, person__in=own)
    played = Move.objects.filter(hand__game=game, actor__in=own).exclude(by=Move.By.MODERATOR)
    if except_at is not None:
        left, played = left.exclude(facts__seat=except_at), played.exclude(seat=except_at)
    return left.exists() or played.exists()


def check_runs(game: Game) -> None:
    """Refuse what is not being played; a paused game is."""
    if game.status not in RUNS:
        raise Refused(PlayReason.NOT_RUNNING)


def seat_at(seats: Iterable[Seat], number: int) -> Seat:
    """The seat of that number. Raises Refused(NO_SEAT)."""
    seat = next((seat for seat in seats if seat.number == number), None)
    if seat is None:
        raise Refused(ActReason.NO_SEAT)
    return seat


def act_write(
    kind: Intervention.Kind,
    game: Game,
    actor: User,
    reason: str,
    at: datetime,
    *,
    seat: Seat | None = None,
    person: User | None = None,
    facts: Mapping[str, Fact] | None = None,
    place: tuple[int, int] | None = None,
    version: int | None = None,
) -> Intervention:
    """Save what was done for the players to read, and note it in the audit, where all names become numbers.

    `place`: the hand and the length of its log, where the act was not done to the newest hand as it is now. `version`:
    the game's after the act, if it has grown since.
    """
    hand, after = place or place_of(game)
    row = Intervention.objects.create(
        game=game,
        kind=kind,
        by=actor,
        seat=None if seat is None else seat.number,
        hand_number=hand,
        after_turn=after,
        version=game.version if version is None else version,
        reason=reason_kept(reason.strip()),
        created_at=at,
    )
    _act_note(row, actor, reason, person, facts or {})
    return row


def _act_note(row: Intervention, actor: User, reason: str, person: User | None, facts: Mapping[str, Fact]) -> None:
    """Note the act in the audit, with where in the game it was done among its facts."""
    where: dict[str, Fact] = {"version": row.version, "hand": row.hand_number}
    if row.seat is not None:
        where["seat"] = row.seat
    audit_write(
        actor=actor,
        action=f"game.{row.kind}",
        reason=reason.strip(),
        person=person,
        game=row.game.public_id,
        about=f"intervention {row.pk}",
        facts={**where, **facts},
        at=row.created_at,
    )


def place_of(game: Game) -> tuple[int, int]:
    """The newest hand's number and the length of its log; zeros before the first deal."""
    hand = game.hands.order_by("-number").values_list("number", "turns_count").first()
    return hand or (0, 0)


def act_tell(row: Intervention, seats: Iterable[Seat], *, also: User | None = None) -> None:
    """Ask for the notices of an act to all who have not resigned, and `also` to who lost the seat by it.

    Of the chat nobody is told who reads none.
    """
    users = User.objects.select_related("preferences")
    seated = [seat.user_id for seat in seats if seat.kind == Seat.Kind.PERSON and seat.resigned_at is None]
    wanted = {*seated, *([also.pk] if also is not None else [])}
    of_chat = row.kind in (Intervention.Kind.LOCK_CHAT, Intervention.Kind.UNLOCK_CHAT)
    for user in users.filter(pk__in=wanted).order_by("pk"):
        if of_chat and not reads_chats(user):
            continue
        notice_write(Notice.Kind.MODERATION, row.game, user, row.created_at, version=row.version, about=row.pk)
