"""The rows that notifications are about, their pages, and words for notifications, acts and decisions."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Appeal, Sanction
from games.models import (
    ChatLine,
    DailyHand,
    HandPlay,
    Intervention,
    Notice,
    Publication,
    Report,
    StandingInvitation,
)
from games.people.block_selectors import are_blocked
from games.people.unread import unread_messages
from games.play.selectors import seat_names
from games.standing.change_words import option_lines
from games.standing.changes import ChangeNews, change_news
from games.standing.services import is_kept_out
from games.table.log_words import ACTS, Words
from games.web.sentences import in_a_row, in_sentences, labelled, listed

DAY = timedelta(days=1)
# From so many days on, a streak is worth a word.
STREAK_MIN = 2

NOTICE_WORDS: Mapping[str, Promise] = {
    Notice.Kind.TURN: _("Your turn in %(title)s"),
    Notice.Kind.REMINDER: _("%(title)s is waiting for you"),
    Notice.Kind.TIMEOUT: _("Your time ran out in %(title)s"),
    Notice.Kind.INVITATION: _("%(inviter)s invites you to %(title)s"),
    Notice.Kind.JOINED: _("You’ve joined %(title)s"),
    Notice.Kind.STARTED: _("%(title)s has started"),
    Notice.Kind.OVER: _("%(title)s is over"),
    Notice.Kind.MENTION: _("%(namer)s mentioned you in %(title)s"),
    Notice.Kind.MODERATION: _("The site team changed %(title)s"),
    Notice.Kind.PUBLISH: _("%(asker)s asks to publish %(title)s"),
}
"""What a notice about a game says, by Notice.Kind, without a full stop. `title`: the game's."""

CANCELLED = _("%(title)s was cancelled")

ACT_WORDS: Mapping[str, Words] = {**ACTS, Intervention.Kind.PASS: _("A moderator passed for a player")}
"""What was done, by Intervention.Kind, without a full stop."""

ACT_EFFECTS: Mapping[str, Promise] = {
    Intervention.Kind.PAUSE: _("All clocks stop until a moderator resumes the game."),
    Intervention.Kind.RESUME: _("The clocks are running again."),
    Intervention.Kind.EXTEND: _("%(name)s has more time for this turn."),
    Intervention.Kind.PASS: _("The moderator passed for %(name)s."),
    Intervention.Kind.BOT: _("A stand-in bot now plays for %(name)s."),
    Intervention.Kind.REPLACE: _("%(name)s now plays seat %(seat)s."),
    Intervention.Kind.TAKE_BACK: _(
        "These turns don’t count. Planned turns and links in earlier emails no longer work."
    ),
    Intervention.Kind.CANCEL: _("Nobody wins."),
    Intervention.Kind.LOCK_CHAT: _("Nobody can write until it’s unlocked."),
    Intervention.Kind.UNLOCK_CHAT: _("All players can write again."),
    Intervention.Kind.UNRATE: _("It no longer counts for anyone’s rating. Later ratings are recalculated."),
    Intervention.Kind.RATE: _("It now counts for everyone’s rating. Later ratings are recalculated."),
}
"""What follows, by Intervention.Kind. `name`: the player. `seat`: the seat's number from 1."""

ACT_EFFECTS_ON_READER: Mapping[str, Promise] = {
    Intervention.Kind.EXTEND: _("You have more time for this turn."),
    Intervention.Kind.PASS: _("The moderator passed for you."),
    Intervention.Kind.BOT: _("A stand-in bot now plays for you."),
    Intervention.Kind.REPLACE: _("You now play this seat."),
}
"""The same for the reader's own seat."""

PAUSE_THAT_ENDS = _("All clocks stop until the pause ends.")
READER_REPLACED = _("%(name)s now plays in your place.")

SANCTION_WORDS: Mapping[str, Promise] = {
    Sanction.Kind.WARN: _("You’ve received a warning"),
    Sanction.Kind.MUTE: _("You can’t write in chats"),
    Sanction.Kind.BAR: _("You can’t join new games"),
    Sanction.Kind.SUSPEND: capfirst(_("your account is suspended")),
    Sanction.Kind.BAN: _("Your account is banned"),
}
"""What was decided, by Sanction.Kind, without a full stop."""

SANCTION_EFFECTS: Mapping[str, Promise] = {
    Sanction.Kind.MUTE: _("You can still play and read chats."),
    Sanction.Kind.BAR: _("You can finish your running games."),
    Sanction.Kind.SUSPEND: _("A stand-in bot plays your running games. You have left games that hadn’t started."),
    Sanction.Kind.BAN: _("You have resigned your running games and left games that hadn’t started."),
}
"""What follows, by Sanction.Kind; nothing from a warning."""


def act_words(kind: str, title: str) -> str:
    """Words like "Boathouse: A moderator paused the game"."""
    return labelled(title, str(ACT_WORDS[kind]))


def winner_words(names: Sequence[str]) -> str:
    """Words about the winners; `names` is not empty."""
    return ngettext("Winner: %(names)s.", "Winners: %(names)s.", len(names)) % {"names": listed(names)}


def wish_words(title: str, names: Sequence[str], *, paused: bool) -> str:
    """A sentence like "Ylva and Bjarke want to pause Boathouse."; `names` is not empty."""
    if paused:
        words = ngettext("%(names)s wants to resume %(title)s.", "%(names)s want to resume %(title)s.", len(names))
    else:
        words = ngettext("%(names)s wants to pause %(title)s.", "%(names)s want to pause %(title)s.", len(names))
    return words % {"title": title, "names": in_a_row(names)}


def notice_subject(notice: Notice) -> Sanction | Appeal | Report | None:
    """The decision, answered appeal or report; None for games and deleted rows."""
    match notice.kind:
        case Notice.Kind.SANCTION:
            return Sanction.objects.filter(pk=notice.about).first()
        case Notice.Kind.APPEAL:
            return Appeal.objects.select_related("sanction").filter(pk=notice.about).first()
        case Notice.Kind.REPORT:
            return Report.objects.select_related("game", "accused").filter(pk=notice.about).first()
    return None


def notice_act(notice: Notice) -> Intervention | None:
    if notice.kind != Notice.Kind.MODERATION or not notice.about:
        return None
    return Intervention.objects.filter(pk=notice.about, game=notice.game_id).first()


def mention_line(notice: Notice) -> ChatLine | None:
    if notice.kind != Notice.Kind.MENTION:
        return None
    return ChatLine.objects.select_related("user").filter(pk=notice.about, game=notice.game_id).first()


def publication_asked(notice: Notice) -> Publication | None:
    """The request to publish the game's replay, if it waits for answers. One query."""
    if notice.kind != Notice.Kind.PUBLISH:
        return None
    waiting = Publication.objects.filter(published_at__isnull=True, ended_at__isnull=True)
    return waiting.filter(pk=notice.about, game=notice.game_id).first()


def asker_name(publication: Publication | None) -> str:
    """The name of the player who made the request. One query."""
    if publication is None:
        return gettext("Someone")
    seats = list(publication.game.seats.select_related("user").order_by("number"))
    return seat_names(seats)[publication.asked_by]


def friend_message(notice: Notice) -> ChatLine | None:
    """The friend's newest message, if the person sees and has not read it. One query."""
    unread = unread_messages(notice.user).filter(user__in=ChatLine.all_lines.filter(pk=notice.about).values("user"))
    return unread.select_related("user").order_by("-pk").first()


def friend_message_words(line: ChatLine | None) -> str:
    """Words for the notification of a friend's message, without a full stop or the message, because webhooks may have
    other readers.
    """
    name = line.user.name if line is not None else gettext("Someone")
    return gettext("%(name)s wrote you a message") % {"name": name}


def table_invitation(notice: Notice) -> StandingInvitation | None:
    """The invitation to a standing table, if it waits for an answer and no block hides it. At most three queries."""
    open_ones = StandingInvitation.objects.filter(declined_at__isnull=True, barred_at__isnull=True)
    found = open_ones.filter(pk=notice.about, user=notice.user_id).select_related("table", "invited_by").first()
    if found is None or are_blocked(notice.user, found.invited_by) or is_kept_out(found.table, notice.user):
        return None
    return found


def table_invitation_words(invitation: StandingInvitation | None) -> str:
    """What the notification of an invitation says, without a full stop."""
    name = invitation.invited_by.name if invitation is not None else gettext("Someone")
    return gettext("%(name)s invites you to a standing table") % {"name": name}


def options_news(notice: Notice) -> ChangeNews | None:
    """The changes at a standing table since the notification was requested, for its member. Two queries."""
    return change_news(notice.about, notice.user_id) if notice.kind == Notice.Kind.OPTIONS else None


def options_title(news: ChangeNews) -> str:
    """The title of the news, without a full stop."""
    return gettext("%(title)s has new options") % {"title": news.table.title}


def options_words(news: ChangeNews) -> str:
    """The whole news in one line, like "Thursday has new options. Pace: 1 day a turn → 3 days a turn."."""
    return in_sentences([options_title(news), listed(option_lines(news.changed))])


def options_path(news: ChangeNews) -> str:
    """The path of the table's page, which only members may open."""
    return reverse("games:standing", args=[news.table.public_id])


def hand_title() -> str:
    """Words for the news of a day's hand, without a full stop."""
    return gettext("Today’s hand is out")


def streak_words(notice: Notice) -> str:
    """A sentence about the days in a row that end unless the person plays the hand, or "". One query."""
    day = DailyHand.objects.filter(pk=notice.about).values_list("day", flat=True).first()
    before = HandPlay.objects.filter(user=notice.user_id, hand__daily__day=day - DAY) if day is not None else None
    streak = before.values_list("streak", flat=True).first() if before is not None else None
    if not streak or streak < STREAK_MIN:
        return ""
    words = ngettext(
        "You’ve played %(count)s day in a row. Play today to go on.",
        "You’ve played %(count)s days in a row. Play today to go on.",
        streak,
    )
    return words % {"count": streak}


def conversation_path(handle: str | None) -> str:
    """The path of the messages with this person; None: of all messages."""
    return reverse("games:messages") if handle is None else reverse("games:conversation", args=[handle])


def notice_path(notice: Notice) -> str:
    """The path of the notification's page. No query if the row came with its game, but one for a message."""
    match notice.kind:
        case Notice.Kind.SANCTION:
            return f"{reverse('accounts:decisions')}#decision-{notice.about}"
        case Notice.Kind.APPEAL:
            return reverse("accounts:decisions")
        case Notice.Kind.REPORT:
            return reverse("games:reports")
        case Notice.Kind.TABLE:
            # The table's link would let the readers of a webhook join.
            return reverse("home")
        case Notice.Kind.HAND:
            return reverse("games:daily")
        case Notice.Kind.OPTIONS:
            return reverse("games:standing_tables")
        case Notice.Kind.PUBLISH:
            return f"{reverse('games:replay', args=[notice.of_game.public_id])}#publication"
        case Notice.Kind.MESSAGE:
            line = friend_message(notice)
            return conversation_path(None if line is None else line.user.handle)
    return reverse("games:table", args=[notice.of_game.public_id])
