"""Pages of reports: the form and one's own reports."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.posting import wants_json
from games.errors import Reason, Refused
from games.moderation import report_selectors as find
from games.moderation.errors import ReportReason
from games.moderation.forms import ReportForm
from games.moderation.reports import report_make
from games.people.views.settings import settings_page
from games.web.numbers import whole_number
from games.web.posting import BAD, page_number
from games.web.refusals import with_retry
from games.web.viewer import logged_in_user

_FIELD_OF: dict[Reason, str] = {
    ReportReason.NO_PERSON: "who",
    ReportReason.NO_TEXT: "text",
    ReportReason.TOO_LONG: "text",
}


@settings_page
def report(request: HttpRequest) -> HttpResponse:
    """Show the form and file the report. The query names `line`, `player`, or `game` with or without `seat`."""
    user = logged_in_user(request)
    try:
        subject = _subject(request, user)
    except Refused as refused:
        return _refused(request, refused)
    if subject is None:
        return redirect("games:reports")
    form = ReportForm(subject, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            report_make(user=user, **form.values())
        except Refused as refused:
            if wants_json(request):
                raise
            field = _FIELD_OF.get(refused.reason)
            form.add_error(field if field in form.fields else None, str(refused.words))
            if refused.retry_s:
                return with_retry(_form_page(request, user, subject, form, refused.status), refused.retry_s)
        else:
            messages.success(request, _thanks(user, subject))
            return redirect("games:reports")
    return _form_page(request, user, subject, form, BAD if form.is_bound else 200)


def _form_page(request: HttpRequest, user: User, subject: find.Subject, form: ReportForm, status: int) -> HttpResponse:
    page = {"form": form, "subject": subject, "judged": find.judge_exists(subject, user)}
    return render(request, "games/moderation/report.html", page, status=status)


def _thanks(user: User, subject: find.Subject) -> str:
    if not find.judge_exists(subject, user):
        return gettext("Report sent. We can’t promise an answer.")
    if user.gets_mail:
        return gettext("Thank you. You’ll get our answer here and by email.")
    return gettext("Thank you. You’ll get our answer here.")


def _subject(request: HttpRequest, user: User) -> find.Subject | None:
    asked = request.GET
    if "line" in asked:
        return find.line_subject(whole_number(asked["line"]) or 0, user)
    if "player" in asked:
        return find.player_subject(asked["player"].replace("\x00", ""), user)
    if "game" in asked:
        return find.table_subject(asked["game"].replace("\x00", ""), user, whole_number(asked.get("seat", "")))
    return None


def _refused(request: HttpRequest, refused: Refused) -> HttpResponse:
    messages.error(request, str(refused.words))
    return _list(request, status=refused.status)


@require_safe
@login_required
@never_cache
def reports(request: HttpRequest) -> HttpResponse:
    return _list(request)


def _list(request: HttpRequest, *, status: int = 200) -> HttpResponse:
    page = {"reports": find.own_reports(logged_in_user(request), page_number(request))}
    return render(request, "games/moderation/reports.html", page, status=status)
