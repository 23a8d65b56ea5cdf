"""Makes tasks and timetable of the registered sweeps, in workers and beat."""

from contextlib import suppress
from typing import Any, Final

from celery import shared_task
from celery.schedules import crontab
from redis.exceptions import RedisError

from accounts.mail import outbox
from accounts.sign_in import addresses, network_traces, sessions
from accounts.sign_in.mailed_links import address_returns
from accounts.sign_in.unconfirmed import services as unconfirmed
from accounts.sweeps import HOUR, SWEEPS, Sweep
from accounts.tokens import services as tokens
from accounts.transactions.advisory_locks import Lock, lock_if_free
from games import sweeps
from games.daily import news, upkeep
from games.health.sweep_ends import sweep_end_record
from games.history import review
from games.history.publication import upkeep as publication_upkeep
from games.hooks import sending
from games.ladder import services as ladder
from games.leagues import running
from games.moderation import daily_figures, signals, staff_alerts
from games.people import acts
from games.play.seats import played_out
from games.positions import upkeep as positions_upkeep
from games.ratings import rework, settlement
from games.records.archive import writing
from games.standing import next_game
from games.weekly import upkeep as weekly_upkeep
from odinsite.celery import app

MODULES: Final = (
    address_returns, addresses, outbox, sessions, network_traces, tokens, unconfirmed,
    acts, daily_figures, ladder, news, next_game, played_out, positions_upkeep, publication_upkeep, review, rework,
    running, sending, settlement, signals, staff_alerts, sweeps, upkeep, weekly_upkeep, writing,
)  # fmt: skip

# A message lapses when the next is due; clocks of machines may differ by this much.
SKEW_S: Final = 20.0


def task_make(sweep: Sweep) -> None:
    """Make the sweep's task, which does nothing while the sweep runs elsewhere, and records the sweep's end."""

    @shared_task(name=sweep.task)
    def run() -> None:
        with lock_if_free(Lock.SWEEP, sweep.name) as held:
            if held:
                sweep.run()
                with suppress(RedisError):
                    sweep_end_record(sweep)


def timetable_entry(sweep: Sweep) -> dict[str, Any]:
    """The sweep's entry in the timetable. Its message expires by the next."""
    seconds = sweep.every.total_seconds()
    schedule: float | crontab = seconds
    if sweep.at is not None:
        schedule = crontab(hour="*" if sweep.every == HOUR else sweep.at.hour, minute=sweep.at.minute)
    return {"task": sweep.task, "schedule": schedule, "options": {"expires": max(seconds, SKEW_S)}}


for each in SWEEPS.values():
    task_make(each)
TIMETABLE: Final = {each.name: timetable_entry(each) for each in SWEEPS.values()}
app.conf.beat_schedule = TIMETABLE
