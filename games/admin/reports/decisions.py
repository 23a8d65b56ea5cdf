"""Reports shown on the pages of decisions and appeals they led to."""

from collections.abc import Sequence

from accounts.decisions.cases import CaseEvidence, evidence_add
from accounts.models import Sanction, User
from games.admin.pages import sees
from games.models import Report
from games.moderation.impartiality import reports_for
from games.moderation.report_cases import report_case


def _reports(sanction: Sanction, reader: User) -> Sequence[CaseEvidence]:
    """The reports behind the decision, for staff who may read reports and are not involved in them."""
    if not sees(reader, Report):
        return ()
    rows = reports_for(reader).filter(sanction=sanction).select_related("reporter", "accused", "game", "claimed_by")
    return [CaseEvidence("admin/games/report/panels.html", report_case(row, reader)) for row in rows.order_by("pk")]


evidence_add(_reports)
