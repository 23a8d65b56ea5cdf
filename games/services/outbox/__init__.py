"""The outbox: rows written in the transaction of the event, claimed and settled around the sending."""

from games.services.outbox.changing import outbox_hours_changed
from games.services.outbox.claiming import CLAIM, Claimed, outbox_claim, outbox_confirm, verified_address
from games.services.outbox.deciding import (
    appeal_notice_write,
    decision_notice_write,
    mention_notice_write,
    report_notice_write,
)
from games.services.outbox.holding import JUST_PLAYED, NOTICE_GAP, PRESENCE_TIMEOUT
from games.services.outbox.settling import BACK_OFF, outbox_failed, outbox_sent
from games.services.outbox.sweeping import LIFE, outbox_due_ids, outbox_queue, outbox_tidy
from games.services.outbox.writing import notice_write, turn_notice_write

__all__ = [
    "BACK_OFF",
    "CLAIM",
    "JUST_PLAYED",
    "LIFE",
    "NOTICE_GAP",
    "PRESENCE_TIMEOUT",
    "Claimed",
    "appeal_notice_write",
    "decision_notice_write",
    "mention_notice_write",
    "notice_write",
    "outbox_claim",
    "outbox_confirm",
    "outbox_due_ids",
    "outbox_failed",
    "outbox_hours_changed",
    "outbox_queue",
    "outbox_sent",
    "outbox_tidy",
    "report_notice_write",
    "turn_notice_write",
    "verified_address",
]
