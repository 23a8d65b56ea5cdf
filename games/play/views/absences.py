"""Settings for active hours and absences."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.models import User
from accounts.posting import settings_post
from games.errors import Reason, Refused
from games.models import Absence
from games.people.errors import PreferenceReason
from games.people.preference_selectors import preferences_of
from games.people.preferences import waking_change
from games.people.views.settings import settings_page
from games.play.clock import absence_selectors as find
from games.play.clock import absences
from games.play.errors import AbsenceReason
from games.play.forms import AbsenceForm, WakingForm
from games.web.posting import BAD
from games.web.refusals import flash_refusal
from games.web.viewer import logged_in_user

_FIELD_OF: dict[Reason, str] = {
    PreferenceReason.WAKING_SHORT: "waking_to",
    AbsenceReason.PAST: "first",
    AbsenceReason.TOO_FAR: "first",
    AbsenceReason.BACKWARDS: "last",
}


def _absences_page(
    request: HttpRequest, *, status: int = 200, waking: WakingForm | None = None, absence: AbsenceForm | None = None
) -> HttpResponse:
    user, at = logged_in_user(request), timezone.now()
    preferences, today = preferences_of(user), find.local_today(user, at)
    page = {
        "waking_form": waking or WakingForm(preferences),
        "has_waking": preferences.waking is not None,
        "absence_form": absence or AbsenceForm(today),
        "vacation": find.vacation_balance(preferences, at),
        "vacation_most": find.VACATION_MOST,
        "vacation_growth": find.VACATION_GROWTH.days,
        "absences": [(row, find.absence_days(row)) for row in find.open_absences(user)],
        "today": today,
    }
    return render(request, "games/play/hours.html", page, status=status)


@settings_page
def hours(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _absences_page(request)
    user = logged_in_user(request)
    form = WakingForm(preferences_of(user), {} if "always" in request.POST else request.POST)
    if form.is_valid():
        try:
            waking_change(user=user, waking=form.hours())
        except Refused as refused:
            form.add_error(_FIELD_OF.get(refused.reason), str(refused.words))
        else:
            messages.success(request, gettext("Saved."))
            return redirect("games:hours")
    return _absences_page(request, status=BAD, waking=form)


@settings_post("games:hours")
def absence_add(request: HttpRequest) -> HttpResponse:
    user = logged_in_user(request)
    form = AbsenceForm(find.local_today(user, timezone.now()), request.POST)
    if form.is_valid():
        try:
            absences.absence_add(user=user, **form.cleaned_data)
        except Refused as refused:
            form.add_error(_FIELD_OF.get(refused.reason), _why_not_away(user, form, refused))
        else:
            messages.success(request, gettext("You’re away on those days."))
            return redirect("games:hours")
    return _absences_page(request, status=BAD, absence=form)


def _why_not_away(user: User, form: AbsenceForm, refused: Refused) -> str:
    if refused.reason != AbsenceReason.NO_VACATION_LEFT:
        return str(refused.words)
    takes = find.absence_days(Absence(**form.cleaned_data))
    words = ngettext(
        "That takes %(takes)s away day. You have %(left)s left.",
        "That takes %(takes)s away days. You have %(left)s left.",
        takes,
    )
    return words % {"takes": takes, "left": find.vacation_balance(preferences_of(user), timezone.now()).days}


@settings_post("games:hours")
def absence_end(request: HttpRequest, absence_id: int) -> HttpResponse:
    try:
        at_once = "at_once" in request.POST
        back = absences.absence_end(user=logged_in_user(request), absence_id=absence_id, at_once=at_once)
    except Refused as refused:
        if refused.reason == AbsenceReason.NO_SUCH_ABSENCE:
            raise
        return _absences_page(request, status=flash_refusal(request, refused))
    words = ngettext("You get back %(count)s away day.", "You get back %(count)s away days.", back) % {"count": back}
    if at_once:
        words = " ".join([gettext("Your clocks run again."), *([words] if back else [])])
    messages.success(request, words)
    return redirect("games:hours")
