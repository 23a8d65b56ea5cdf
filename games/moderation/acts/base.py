"""Base of all acts on games, in the act's transaction: permission, records, notifications."""

from collections.abc import Iterable, Mapping

from accounts.models import AuditEntry, User
from accounts.staff.audit import Fact, audit_write
from accounts.staff.reasons import reason_kept
from games.chat.readers import reads_chats
from games.errors import Refused
from games.models import Game, Intervention, Move, Notice, Seat
from games.moderation.errors import ActReason, ConflictReason
from games.outbox.write import notice_write
from games.play.account_turns import own_accounts
from games.play.locking import LockedGame, lock_game
from games.play.seats.replaced_players import REPLACED

MODERATE = "games.moderate_game"


def game_for_act(actor: User, public_id: str, *, status: tuple[Game.Status, ...] | None = None) -> LockedGame:
    """Lock the game for an act. Raises NoSuchGame, Refused(OWN_GAME) if the actor has or had a seat, then as
    `lock_game` for the status.
    """
    locked = lock_game(public_id)
    if locked.seat_of(actor) is not None or ever_seated(locked.game, actor):
        raise Refused(ConflictReason.OWN_GAME)
    locked.check_status(status)
    return locked


def game_for_decision(actor: User, public_id: str, *, status: tuple[Game.Status, ...] | None = None) -> LockedGame:
    """The game, locked, for acts that change the play. Raises as `game_for_act`, and also, before the status,
    Refused(CARDS_SEEN) for an actor who has seen cards of the running hand.
    """
    locked = game_for_act(actor, public_id)
    running = locked.game.hands.filter(ended_at__isnull=True).values("number")
    if locked.game.peeks.filter(by__in=own_accounts(actor.pk), hand_number__in=running).exists():
        raise Refused(ConflictReason.CARDS_SEEN)
    locked.check_status(status)
    return locked


def may_take_seat(game: Game, user: User, number: int) -> bool:
    """Whether the person knows no cards hidden from that seat."""
    own = own_accounts(user.pk)
    return not game.peeks.filter(by__in=own).exists() and not ever_seated(game, user, except_at=number)


def ever_seated(game: Game, user: User, *, except_at: int | None = None) -> bool:
    """Whether the person had a seat that another has now, other than `except_at`."""
    own = own_accounts(user.pk)
    left = AuditEntry.objects.filter(game=game.public_id, action=REPLACED, person__in=own)
    played = Move.objects.filter(hand__game=game, actor__in=own).exclude(by=Move.By.MODERATOR)
    if except_at is not None:
        left, played = left.exclude(facts__seat=except_at), played.exclude(seat=except_at)
    return left.exists() or played.exists()


def seat_at(locked: LockedGame, number: int) -> Seat:
    """The seat with this number. Raises Refused(NO_SEAT)."""
    seat = next((seat for seat in locked.seats if seat.number == number), None)
    if seat is None:
        raise Refused(ActReason.NO_SEAT)
    return seat


def act_write(
    kind: Intervention.Kind,
    locked: LockedGame,
    actor: User,
    reason: str,
    *,
    seat: Seat | None = None,
    person: User | None = None,
    facts: Mapping[str, Fact] | None = None,
    place: tuple[int, int] | None = None,
    version: int | None = None,
) -> Intervention:
    """Save an act for the players and, without names, in the audit log.

    `place`: hand and length of its log, by default the newest. `version`: the game's after the act, if it has grown
    since.
    """
    game = locked.game
    hand, after = place or log_place(game)
    row = Intervention.objects.create(
        game=game,
        kind=kind,
        by=actor,
        seat=None if seat is None else seat.number,
        hand_number=hand,
        after_turn=after,
        version=game.version if version is None else version,
        reason=reason_kept(reason.strip()),
        created_at=locked.now,
    )
    _act_note(row, actor, reason, person, facts or {})
    return row


def _act_note(row: Intervention, actor: User, reason: str, person: User | None, facts: Mapping[str, Fact]) -> None:
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


def log_place(game: Game) -> tuple[int, int]:
    """The newest hand's number and its log's length; zeros before the first deal."""
    hand = game.hands.order_by("-number").values_list("number", "turns_count").first()
    return hand or (0, 0)


def act_notify(row: Intervention, seats: Iterable[Seat], *, also: User | None = None) -> None:
    """Request notifications for all unresigned players, and for `also`, who lost the seat. Players who have turned chat
    off aren't notified of acts on the chat.
    """
    users = User.objects.select_related("preferences")
    seated = [seat.user_id for seat in seats if seat.kind == Seat.Kind.PERSON and seat.resigned_at is None]
    wanted = {*seated, *([also.pk] if also is not None else [])}
    of_chat = row.kind in (Intervention.Kind.LOCK_CHAT, Intervention.Kind.UNLOCK_CHAT)
    for user in users.filter(pk__in=wanted).order_by("pk"):
        if of_chat and not reads_chats(user):
            continue
        notice_write(Notice.Kind.MODERATION, row.game, user, row.created_at, version=row.version, about=row.pk)
