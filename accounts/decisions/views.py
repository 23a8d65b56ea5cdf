"""A person's decisions and appeals."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.decisions.appeals import appeal_judges, appeal_make, decider_is_alone
from accounts.decisions.sanctions import sanctions_confirm
from accounts.errors import AccountReason, AccountRefused
from accounts.models import Appeal, Sanction, User
from accounts.models.sanctions import APPEAL_MAX
from accounts.visible_text import WrittenField
from accounts.words import account_words

BAD = 422
ALONE: Final = _("This site has only one moderator, so the same one will answer.")
NUMBER = re.compile("[0-9]{1,18}")

TITLES: Final[dict[str, Promise]] = {
    Sanction.Kind.WARN: _("You’ve received a warning"),
    Sanction.Kind.MUTE: _("You can’t write in chats"),
    Sanction.Kind.BAR: _("You can’t join new games"),
    Sanction.Kind.SUSPEND: capfirst(_("your account is suspended")),
    Sanction.Kind.BAN: _("Your account is banned"),
}
MEANINGS: Final[dict[str, Promise]] = {
    Sanction.Kind.WARN: _("This is only a warning."),
    Sanction.Kind.MUTE: _("You can still play and read chats."),
    Sanction.Kind.BAR: _("You can finish your running games."),
    Sanction.Kind.SUSPEND: _("A stand-in bot plays your running games. You have left games that hadn’t started."),
    Sanction.Kind.BAN: _("You have resigned your running games and left games that hadn’t started."),
}


class AppealForm(forms.Form):
    text = WrittenField(
        label=_("Why should we change this decision?"),
        max_length=APPEAL_MAX,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("You can appeal once, and a different moderator will answer."),
    )

    def __init__(self, data: Any = None, *, alone: bool = False, **how: Any) -> None:
        """Make the form. `alone`: only the moderator who decided can answer."""
        super().__init__(data, **how)
        if alone:
            self.fields["text"].help_text = gettext("You can appeal once.") + " " + str(ALONE)


@dataclass(frozen=True)
class DecisionRow:
    sanction: Sanction
    appeal: Appeal | None
    form: AppealForm | None
    # Whether only the moderator who decided can answer.
    alone: bool

    @property
    def title(self) -> Promise:
        return TITLES[self.sanction.kind]

    @property
    def meaning(self) -> Promise:
        return MEANINGS[self.sanction.kind]

    @property
    def is_over(self) -> bool:
        return not self.sanction.stands

    @property
    def may_be_without_end(self) -> bool:
        return self.sanction.kind != Sanction.Kind.WARN


@never_cache
@login_required
@require_safe
def decisions(request: HttpRequest, sanction_id: int | None = None) -> HttpResponse:
    return _decisions_page(request, sanction_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def decisions_read(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        shown = [int(text) for text in request.POST.getlist("decision") if NUMBER.fullmatch(text)]
        sanctions_confirm(user=_person(request), sanction_ids=shown)
    return redirect("accounts:decisions")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, sanction_id: int) -> HttpResponse:
    if request.method != "POST":
        return redirect("accounts:decision", sanction_id=sanction_id)
    form = AppealForm(request.POST)
    if form.is_valid():
        try:
            appeal_make(user=_person(request), sanction_id=sanction_id, text=form.cleaned_data["text"])
        except AccountRefused as refused:
            if refused.reason == AccountReason.NO_SUCH_DECISION:
                raise Http404 from refused
            messages.error(request, account_words(refused))
        else:
            messages.success(request, gettext("Appeal sent."))
        return redirect("accounts:decision", sanction_id=sanction_id)
    return _decisions_page(request, sanction_id, form, status=BAD)


def _decisions_page(
    request: HttpRequest, sanction_id: int | None, form: AppealForm | None = None, status: int | None = None
) -> HttpResponse:
    user = _person(request)
    about = Sanction.objects.filter(user=user).select_related("appeal").order_by("-pk")
    found = list(about if sanction_id is None else about.filter(pk=sanction_id))
    if sanction_id is not None and not found:
        raise Http404
    page: dict[str, Any] = {
        "decisions": list(_decision_rows(found, form)),
        "one": sanction_id is not None,
        "unread": [sanction for sanction in found if sanction.seen_at is None],
        "suspended": user.is_suspended,
    }
    return render(request, "accounts/decisions.html", page, status=status)


def _decision_rows(found: Iterable[Sanction], form: AppealForm | None) -> Iterable[DecisionRow]:
    """The decisions as their person sees them. One query if an appeal may be made or waits."""
    judges: set[int] | None = None
    for sanction in found:
        appealed: Appeal | None = getattr(sanction, "appeal", None)
        may_appeal = appealed is None and sanction.stands
        alone = False
        if may_appeal or (appealed is not None and appealed.answered_at is None):
            judges = judges if judges is not None else appeal_judges()
            alone = decider_is_alone(sanction, judges)
        own_form = form or AppealForm(auto_id=f"id_{sanction.pk}_%s", alone=alone)
        yield DecisionRow(sanction, appealed, own_form if may_appeal else None, alone)


def _person(request: HttpRequest) -> User:
    return cast(User, request.user)
