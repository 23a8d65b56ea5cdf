"""Words for moderators' acts on games in the audit log."""

from django.utils.translation import gettext_lazy as _

from accounts.staff.act_words import act_words_add
from games.models import Intervention

act_words_add({f"game.{kind.value}": kind.label for kind in Intervention.Kind})
act_words_add(
    {
        "game.rebuild": _("rebuilt the game from its turns"),
        "cards.open": _("viewed hidden cards"),
        "chat.hide": _("hid a chat message"),
        "replay.withdraw": _("withdrew a published replay"),
        "chat.show": _("showed a chat message again"),
        "report.claim": _("claimed a report"),
        "report.release": _("gave a report back"),
        "report.note": _("added a note to a report"),
        "report.judge": _("judged a report"),
        "signal.aside": _("put a signal aside"),
        "week.remove": _("removed a result of a week"),
        "week.restore": _("restored a result of a week"),
        "position.withdraw": _("withdrew a position"),
        "hook.add": _("added a hook"),
        "hook.choose": _("chose a hook’s events"),
        "hook.stop": _("stopped a hook"),
        "hook.start": _("started a hook"),
        "hook.remove": _("removed a hook"),
        "hook.test": _("tested a hook"),
        "hook.again": _("sent a hook’s event again"),
        "answer.add": _("added a canned answer"),
        "answer.change": _("changed a canned answer"),
        "answer.remove": _("removed a canned answer"),
    }
)
