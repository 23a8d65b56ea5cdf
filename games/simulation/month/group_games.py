"""Checks that games of standing tables and of leagues share: points by the record, and emails to the players alone."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from games.history.record import RecordJson
from games.models import Notice
from games.simulation.month.mail_checks import MailedEvent

# Before the start of a game that needs no invitation.
NEEDLESS = (Notice.Kind.INVITATION, Notice.Kind.JOINED)


def record_points(record: RecordJson) -> list[int]:
    """The points by seat, from the hands."""
    hands = [hand for hand in record["hands"] if not hand.get("voided") and hand["points"]]
    return [sum(hand["points"][player["seat"]] for hand in hands) for player in record["players"]]


def mail_faults(players: Mapping[int, Collection[int]], events: Iterable[MailedEvent]) -> Iterator[tuple[str, str]]:
    """Faults and their words, of emails about these games, of which `players` has the players."""
    starts: dict[tuple[int, int], set[str]] = defaultdict(set)
    for event in events:
        if event.game is None or event.game not in players:
            continue
        if event.person not in players[event.game] or event.kind in NEEDLESS:
            yield "misdirected", f"{event.key}"
        if event.kind == Notice.Kind.STARTED:
            starts[event.person, event.game].add(event.mail.message_id)
    for (person, game), ids in starts.items():
        if len(ids) > 1:
            yield "doubled", f"{person} had {len(ids)} emails of the start of game {game}"
