"""The rows that notices are about, their pages, and words for acts and decisions."""

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
"""What was done, by Intervention.Kind, without a full stop. `title`: the game's."""

ACT_EFFECTS: Mapping[str, Promise] = {
    Intervention.Kind.PAUSE: _("All clocks stand still until a moderator lets the game go on."),
    Intervention.Kind.RESUME: _("The clocks run again."),
    Intervention.Kind.EXTEND: _("There is more time for the turn of %(name)s."),
    Intervention.Kind.PASS: _("The moderator has passed for %(name)s."),
    Intervention.Kind.BOT: _("A bot plays the seat of %(name)s now."),
    Intervention.Kind.REPLACE: _("%(name)s plays at seat %(seat)s from now on."),
    Intervention.Kind.TAKE_BACK: _(
        "The turns taken back no longer count, and the hand goes on from before them. Standing orders and links in "
        "earlier mails have lapsed."
    ),
    Intervention.Kind.CANCEL: _("Nobody wins."),
    Intervention.Kind.LOCK_CHAT: _("Nobody can write in it until it is opened again."),
    Intervention.Kind.UNLOCK_CHAT: _("Everybody at the table can write in it again."),
    Intervention.Kind.UNRATE: _(
        "It counts for nobody’s rating any more; what came after it is worked out again without it."
    ),
    Intervention.Kind.RATE: _(
        "Its result counts for everybody’s rating now; what came after it is worked out again with it."
    ),
}
"""What follows, by Intervention.Kind. `name`: the player. `seat`: the seat's number from 1."""

ACT_EFFECTS_ON_READER: Mapping[str, Promise] = {
    Intervention.Kind.EXTEND: _("There is more time for your turn."),
    Intervention.Kind.PASS: _("The moderator has passed for you."),
    Intervention.Kind.BOT: _("A bot plays your seat now."),
    Intervention.Kind.REPLACE: _("You play this seat from now on."),
}
"""The same for the reader's own seat."""

PAUSE_THAT_ENDS = _("All clocks stand still until the pause ends.")
READER_REPLACED = _("%(name)s plays in your place from now on.")

SANCTION_WORDS: Mapping[str, Promise] = {
    Sanction.Kind.WARN: _("You have been warned"),
    Sanction.Kind.MUTE: _("The chat has been taken from you"),
    Sanction.Kind.BAR: _("You may not join new games"),
    Sanction.Kind.SUSPEND: _("Your account is suspended"),
    Sanction.Kind.BAN: _("Your account is banned"),
}
"""What was decided, by Sanction.Kind, without a full stop."""

SANCTION_EFFECTS: Mapping[str, Promise] = {
    Sanction.Kind.MUTE: _("You can play as before; at the tables you can neither write nor answer."),
    Sanction.Kind.BAR: _("Your running games go on. You cannot open or join others."),
    Sanction.Kind.SUSPEND: _("A caretaker bot plays your seats meanwhile, and you left the tables that had not begun."),
    Sanction.Kind.BAN: _("Your seats are given up, and you left the tables that had not begun."),
}
"""What follows, by Sanction.Kind; nothing from a warning."""


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


def notice_path(notice: Notice) -> str:
    """No query if the row came with its game."""
    match notice.kind:
        case Notice.Kind.SANCTION:
            return f"{reverse('accounts:decisions')}#decision-{notice.about}"
        case Notice.Kind.APPEAL:
            return reverse("accounts:decisions")
        case Notice.Kind.REPORT:
            return reverse("games:reports")
    return reverse("games:table", args=[notice.of_game.public_id])
