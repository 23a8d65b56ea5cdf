"""Withdrawals of shared imported games, which outlast the games."""

from typing import Final

from accounts.models import AuditEntry, User

WITHDRAWAL: Final = "imported.withdraw"
DEAL: Final = "deal"


def was_withdrawn(owner: User, fingerprint: str) -> bool:
    """Whether a moderator withdrew this game of the person, even if they deleted it since. One query."""
    return AuditEntry.objects.filter(action=WITHDRAWAL, person=owner.pk, facts__deal=fingerprint).exists()
