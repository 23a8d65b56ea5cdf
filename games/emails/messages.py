"""What mails tell that belong to no game: decisions about the reader, and what came of appeals and reports."""

from typing import Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Appeal, Sanction
from games.models import Notice, Report
from games.selectors.told import SANCTION_WORDS, page_of, told_row


def message_facts(notice: Notice) -> dict[str, Any]:
    """The names that the templates of such a notice know, as things are now; `title` is the subject. Three queries.

    The row that it tells of is there: the outbox has made sure.
    """
    row = told_row(notice)
    facts: dict[str, Any] = {"address": settings.PUBLIC_URL + page_of(notice), "turn_link": ""}
    match row:
        case Sanction():
            return facts | {"title": _sanction_subject(row, notice), "sanction": row, "changed": notice.number > 0}
        case Appeal():
            title = _("The answer to your appeal: %(outcome)s") % {"outcome": row.get_outcome_display()}
            return facts | {"title": title, "sanction": row.sanction, "appeal": row}
        case Report():
            title = _("Your report: %(outcome)s") % {"outcome": row.get_outcome_display()}
            return facts | {"title": title, "report": row}
        case _:
            raise LookupError(f"notice {notice.pk} tells of nothing that is there")


def _sanction_subject(sanction: Sanction, notice: Notice) -> str | Promise:
    if sanction.lifted_at is not None:
        return _("A decision about your account was lifted")
    return _("A decision about your account was shortened") if notice.number else SANCTION_WORDS[sanction.kind]
