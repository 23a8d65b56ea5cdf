"""The pages of standing tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.sign_in.signup_forms import GuestForm
from accounts.site.state import site_now
from games.errors import Refused
from games.lobby.services import NewGame
from games.lobby.views.guests import guest_join, members_only
from games.lobby.views.room import decline_without_script
from games.models import StandingTable
from games.models.groups.standing import MAX_MEMBERS
from games.standing import founding, invitations, next_game, services
from games.standing.forms import StandingForm, table_choices
from games.standing.habits import hours_switch
from games.standing.presence import member_look
from games.standing.selectors import invited_members, invited_table, member_table, own_tables, standing_page
from games.web.creation_tokens import creation_token
from games.web.numbers import whole_number
from games.web.posting import BAD, page_number, post_required
from games.web.refusals import flash_refusal
from games.web.url_converters import id_text
from games.web.viewer import logged_in_user, user_or_none


@login_required
@require_safe
@never_cache
def tables(request: HttpRequest) -> HttpResponse:
    return render(request, "games/standing/tables.html", {"rows": own_tables(logged_in_user(request))})


@members_only
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "games/standing/new.html", {"form": StandingForm()})
    form, status = StandingForm(request.POST), BAD
    if form.is_valid():
        try:
            table = services.table_create(
                owner=logged_in_user(request),
                new=NewGame(**form.options()),
                goes_on=form.cleaned_data["goes_on"],
                token=creation_token(request),
            )
            return redirect("games:standing", table_id=table.public_id)
        except Refused as refused:
            status = flash_refusal(request, refused)
    return render(request, "games/standing/new.html", {"form": form}, status=status)


@login_required
@require_safe
@never_cache
def page(request: HttpRequest, table_id: str) -> HttpResponse:
    user, season = logged_in_user(request), whole_number(request.GET.get("season", ""))
    # A page in the background fetches itself again, too.
    if request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate":
        member_look(public_id=table_id, user=user)
    read_at = timezone.now()
    shown = standing_page(table_id, user, season=season, number=page_number(request))
    link = reverse("games:standing_invited", args=[shown.table.invite_token])
    context = {"page": shown, "table": shown.table, "link": link, "read_at": read_at}
    return render(request, "games/standing/page.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def options(request: HttpRequest, table_id: str) -> HttpResponse:
    user = logged_in_user(request)
    table = member_table(table_id, user)
    if table.owner_id != user.pk:
        return redirect("games:standing", table_id=table_id)
    if request.method != "POST":
        return _options_page(request, table, StandingForm(initial=table_choices(table)))
    form = StandingForm(request.POST)
    if not form.is_valid():
        return _options_page(request, table, form, BAD)
    try:
        new, goes_on = NewGame(**form.options()), form.cleaned_data["goes_on"]
        changed = services.table_change(public_id=table_id, user=user, new=new, goes_on=goes_on)
    except Refused as refused:
        return _options_page(request, table, form, flash_refusal(request, refused))
    messages.success(request, gettext("Saved."))
    if (changed.pace, changed.rated) != (table.pace, table.rated):
        messages.info(request, gettext("The others sit out until they say that they’re in."))
    return redirect("games:standing", table_id=table_id)


def _options_page(request: HttpRequest, table: StandingTable, form: StandingForm, status: int = 200) -> HttpResponse:
    return render(request, "games/standing/options.html", {"table": table, "form": form}, status=status)


def table_post(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wrap a POST about a table; a refusal leads back to its page."""

    @post_required
    def answered(request: HttpRequest, /, **where: Any) -> HttpResponse:
        try:
            return view(request, **where)
        except Refused as refused:
            flash_refusal(request, refused)
            return redirect("games:standing", table_id=where["table_id"])

    return answered


@table_post
def begin(request: HttpRequest, table_id: str) -> HttpResponse:
    """Begin the next game. Its players go to the game, others to the table."""
    user = logged_in_user(request)
    game = next_game.next_game_begin(public_id=table_id, user=user)
    if not game.seats.filter(user=user).exists():
        return redirect("games:standing", table_id=table_id)
    decline_without_script(request, game.public_id)
    return redirect("games:table", public_id=game.public_id)


@table_post
def act(request: HttpRequest, table_id: str) -> HttpResponse:
    """Sit out, come back, leave, or switch the marks or what others see."""
    user = logged_in_user(request)
    match request.POST.get("act", ""):
        case "out":
            services.member_sit_out(public_id=table_id, user=user)
        case "in":
            services.member_come_back(public_id=table_id, user=user)
        case "marks-on" | "marks-off" as wish:
            services.marks_switch(user=user, on=wish == "marks-on")
        case "hours-on" | "hours-off" as wish:
            hours_switch(user=user, on=wish == "hours-on")
        case "leave":
            services.table_leave(public_id=table_id, user=user)
            messages.success(request, gettext("You left the standing table."))
            return redirect("home")
        case _:
            raise Http404
    return redirect("games:standing", table_id=table_id)


@table_post
def member(request: HttpRequest, table_id: str, member_id: int) -> HttpResponse:
    """Remove a member, or make them the owner."""
    user = logged_in_user(request)
    match request.POST.get("act", ""):
        case "remove":
            services.member_remove(public_id=table_id, user=user, member_id=member_id)
            messages.success(request, gettext("Member removed. The link to join has changed."))
        case "owner":
            services.owner_change(public_id=table_id, user=user, member_id=member_id)
        case _:
            raise Http404
    return redirect("games:standing", table_id=table_id)


@members_only
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, handle: str) -> HttpResponse:
    """Choose a table for a player, who then gets an invitation."""
    user, status = logged_in_user(request), 200
    try:
        person = invitations.person_called(handle)
    except Refused as unknown:
        raise Http404 from unknown
    if request.method == "POST":
        try:
            made = invitations.member_invite(public_id=id_text(request.POST.get("table", "")), user=user, handle=handle)
        except Refused as refused:
            status = flash_refusal(request, refused)
        else:
            words = gettext("You invited {name} to {title}.")
            messages.success(request, words.format(name=person.name, title=made.table.title))
            return redirect("games:profile", handle=person.handle)
    shown = {"person": person, "rows": invitations.tables_open_to(user, person)}
    return render(request, "games/standing/invite.html", shown, status=status)


@post_required
def decline(request: HttpRequest, table_id: str) -> HttpResponse:
    invitations.invitation_decline(public_id=table_id, user=logged_in_user(request))
    messages.success(request, gettext("Invitation declined."))
    return redirect("home")


@require_safe
@never_cache
def invited(request: HttpRequest, token: str) -> HttpResponse:
    user, table = user_or_none(request), invited_table(token)
    if user is not None and table.members.filter(user=user).exists():
        return redirect("games:standing", table_id=table.public_id)
    return _invited_page(request, table)


def _invited_page(
    request: HttpRequest, table: StandingTable, status: int = 200, guest_form: GuestForm | None = None
) -> HttpResponse:
    user = user_or_none(request)
    kept_out = user is not None and services.is_kept_out(table, user)
    shown = {
        "table": table,
        "members": [] if kept_out else invited_members(table, user),
        "full": table.members.count() >= MAX_MEMBERS,
        "apart": kept_out,
        "token": table.invite_token,
        "guest_form": (guest_form or GuestForm()) if site_now().guests_join else None,
    }
    return render(request, "games/standing/invited.html", shown, status=status)


@post_required
def join(request: HttpRequest, token: str) -> HttpResponse:
    try:
        table = services.table_join(token=token, user=logged_in_user(request))
    except Refused as refused:
        return _invited_page(request, invited_table(token), flash_refusal(request, refused))
    return redirect("games:standing", table_id=table.public_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_as_guest(request: HttpRequest, token: str) -> HttpResponse:
    """Make a visitor a guest and member, who is logged in by this browser's session alone."""
    if request.method != "POST" or user_or_none(request) is not None:
        return redirect("games:standing_invited", token=token)
    table = invited_table(token)
    return guest_join(
        request,
        partial(services.table_join_as_guest, token=token),
        lambda status, form: _invited_page(request, table, status, form),
        lambda _member: redirect("games:standing", table_id=table.public_id),
    )


@post_required
def found(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make a standing table of a finished game, join the one that another player made, or decline the offer."""
    user = logged_in_user(request)
    if request.POST.get("act") == "decline":
        founding.offer_decline(user=user)
        return redirect("games:table", public_id=public_id)
    table = founding.table_found(public_id=public_id, user=user)
    return redirect("games:standing", table_id=table.public_id)
