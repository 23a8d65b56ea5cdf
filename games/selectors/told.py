"""What notices tell of: the row behind one, where its page is, and in a few words what moderators did to a game."""

from collections.abc import Mapping

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Appeal, Sanction
from games.models import ChatLine, Intervention, Notice, Report

ACT_WORDS: Mapping[str, Promise] = {
    Intervention.Kind.PAUSE: _("A moderator has paused %(title)s"),
    Intervention.Kind.RESUME: _("A moderator lets %(title)s go on"),
    Intervention.Kind.EXTEND: _("A moderator has given more time in %(title)s"),
    Intervention.Kind.PASS: _("A moderator has passed for a seat in %(title)s"),
    Intervention.Kind.BOT: _("A moderator has given a seat in %(title)s to a bot"),
    Intervention.Kind.REPLACE: _("A moderator has given a seat in %(title)s to somebody else"),
    Intervention.Kind.TAKE_BACK: _("A moderator has taken turns back in %(title)s"),
    Intervention.Kind.CANCEL: _("A moderator has cancelled %(title)s"),
    Intervention.Kind.LOCK_CHAT: _("A moderator has locked the chat of %(title)s"),
    Intervention.Kind.UNLOCK_CHAT: _("A moderator has opened the chat of %(title)s"),
    Intervention.Kind.UNRATE: _("A moderator has taken %(title)s out of the ratings"),
    Intervention.Kind.RATE: _("A moderator lets %(title)s count for the ratings"),
}
"""What was done, by Intervention.Kind, without the end of the sentence; `title` is the game's."""

SANCTION_WORDS: Mapping[str, Promise] = {
    Sanction.Kind.WARN: _("You have been warned"),
    Sanction.Kind.MUTE: _("The chat has been taken from you"),
    Sanction.Kind.BAR: _("You may not join new games"),
    Sanction.Kind.SUSPEND: _("Your account is suspended"),
    Sanction.Kind.BAN: _("Your account is banned"),
}
"""What was decided, by Sanction.Kind, to the person and without the end of the sentence."""


def told_row(notice: Notice) -> Sanction | Appeal | Report | None:
    """The decision, answered appeal or report that a notice without a game tells of; None once it is deleted."""
    match notice.kind:
        case Notice.Kind.SANCTION:
            return Sanction.objects.filter(pk=notice.about).first()
        case Notice.Kind.APPEAL:
            return Appeal.objects.select_related("sanction").filter(pk=notice.about).first()
        case Notice.Kind.REPORT:
            return Report.objects.select_related("game", "accused").filter(pk=notice.about).first()
    return None


def act_of(notice: Notice) -> Intervention | None:
    """What a moderator did, where a notice tells of that."""
    if notice.kind != Notice.Kind.MODERATION or not notice.about:
        return None
    return Intervention.objects.filter(pk=notice.about, game=notice.game_id).first()


def line_of(notice: Notice) -> ChatLine | None:
    """The line of a chat in which the person of a notice was named."""
    if notice.kind != Notice.Kind.MENTION:
        return None
    return ChatLine.objects.select_related("user").filter(pk=notice.about, game=notice.game_id).first()


def page_of(notice: Notice) -> str:
    """The path of the page that shows what a notice tells of. No query where the row came with its game."""
    match notice.kind:
        case Notice.Kind.SANCTION:
            return f"{reverse('accounts:decisions')}#decision-{notice.about}"
        case Notice.Kind.APPEAL:
            return reverse("accounts:decisions")
        case Notice.Kind.REPORT:
            return reverse("games:reports")
    return reverse("games:table", args=[notice.of_game.public_id])
