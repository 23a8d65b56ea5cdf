"""The pages of leagues."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import Refused
from games.leagues import services
from games.leagues.forms import LeagueForm
from games.leagues.running import league_begin
from games.leagues.schedule import MOST_PEOPLE
from games.leagues.selectors import invited_league, invited_members, league_page, own_leagues
from games.leagues.services import PACES
from games.lobby.services import NewGame
from games.lobby.views.guests import members_only
from games.models import League, StandingTable
from games.standing.forms import table_choices
from games.standing.selectors import member_table
from games.web.creation_tokens import creation_token
from games.web.posting import BAD, post_required
from games.web.refusals import flash_refusal
from games.web.url_converters import id_text
from games.web.viewer import logged_in_user, user_or_none


@login_required
@require_safe
@never_cache
def leagues(request: HttpRequest) -> HttpResponse:
    return render(request, "games/leagues/leagues.html", {"leagues": own_leagues(logged_in_user(request))})


@members_only
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Create a league; `table` in the address names the standing table whose members see it."""
    user, asked = logged_in_user(request), request.GET.get("table", "")
    table = member_table(id_text(asked), user) if asked else None
    if request.method != "POST":
        return render(request, "games/leagues/new.html", {"form": _first_form(table), "table": table})
    form, status = LeagueForm(request.POST), BAD
    if form.is_valid():
        try:
            league = services.league_create(
                founder=user,
                new=NewGame(**form.options()),
                terms=form.terms(),
                table_id=table.public_id if table is not None else "",
                token=creation_token(request),
            )
            return redirect("games:league", league_id=league.public_id)
        except Refused as refused:
            status = flash_refusal(request, refused)
    return render(request, "games/leagues/new.html", {"form": form, "table": table}, status=status)


def _first_form(table: StandingTable | None) -> LeagueForm:
    """The form, with a standing table's options as far as a league has them."""
    chosen = table_choices(table) if table is not None else {}
    return LeagueForm(initial={name: value for name, value in chosen.items() if name != "pace" or value in PACES})


@login_required
@require_safe
@never_cache
def page(request: HttpRequest, league_id: str) -> HttpResponse:
    shown = league_page(league_id, logged_in_user(request))
    link = reverse("games:league_invited", args=[shown.league.invite_token])
    return render(request, "games/leagues/page.html", {"page": shown, "league": shown.league, "link": link})


@post_required
def act(request: HttpRequest, league_id: str) -> HttpResponse:
    """Begin the league early, or leave it."""
    user = logged_in_user(request)
    try:
        match request.POST.get("act", ""):
            case "begin":
                league_begin(public_id=league_id, user=user)
                messages.success(request, gettext("The league has started. The first games begin within a minute."))
            case "leave":
                services.league_leave(public_id=league_id, user=user)
                messages.success(request, gettext("You left the league."))
                return redirect("games:leagues")
            case _:
                raise Http404
    except Refused as refused:
        flash_refusal(request, refused)
    return redirect("games:league", league_id=league_id)


@require_safe
@never_cache
def invited(request: HttpRequest, token: str) -> HttpResponse:
    user, league = user_or_none(request), invited_league(token)
    if user is not None and league.members.filter(user=user).exists():
        return redirect("games:league", league_id=league.public_id)
    return _invited_page(request, league)


def _invited_page(request: HttpRequest, league: League, status: int = 200) -> HttpResponse:
    user = user_or_none(request)
    all_members = list(league.members.all())
    apart = user is not None and services.kept_apart(all_members, user)
    shown = {
        "league": league,
        "members": [] if apart else invited_members(league, user),
        "full": len(all_members) >= MOST_PEOPLE,
        "apart": apart,
        "open": league.status == League.Status.SIGNUP,
        "token": league.invite_token,
    }
    return render(request, "games/leagues/invited.html", shown, status=status)


@post_required
def join(request: HttpRequest, token: str) -> HttpResponse:
    try:
        league = services.league_join(token=token, user=logged_in_user(request))
    except Refused as refused:
        return _invited_page(request, invited_league(token), flash_refusal(request, refused))
    return redirect("games:league", league_id=league.public_id)
