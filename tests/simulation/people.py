"""People of a simulated month, around an account that need not be stored."""

from __future__ import annotations

from datetime import time
from zoneinfo import ZoneInfo

from accounts.models import User
from games.clocks import Hours
from games.models import Notice
from games.notices.preferences import NoticeChoices
from games.people.preference_selectors import ChannelChoice, MailChoice
from games.simulation.month.people import Habit, SimulatedPerson


def somebody(user: User, mail: MailChoice = "now", quiet: Hours | None = None) -> SimulatedPerson:
    """A person in Berlin, awake from 8 to 22, with these emails about turns and all others immediately."""
    choices = NoticeChoices(
        channels={Notice.Kind.TURN: ChannelChoice(mail, push=False, webhook=False)},
        digest_hour=18,
        digest_weekday=0,
        quiet=quiet,
        quiet_exempt=[],
        remind_share=25,
        remind_repeat=False,
    )
    return SimulatedPerson(user, ZoneInfo("Europe/Berlin"), Habit.PROMPT, (time(8), time(22)), choices)
