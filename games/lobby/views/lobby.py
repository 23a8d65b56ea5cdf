"""The home page, lists of games, new games and the queue."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import get_template
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.site.public_pages import public_page
from games.clocks import Pace
from games.errors import Refused
from games.lobby import selectors as find
from games.lobby.bot_words import bots_game_name
from games.lobby.challenges import check_bot_takes
from games.lobby.forms.new_game import NewGameForm, PlayNowForm, QueueForm
from games.lobby.forms.open_games import OpenFilterForm
from games.lobby.forms.presets import option_choices, presets
from games.lobby.invitations import person_invite, person_to_invite
from games.lobby.queue import queue_join, queue_place
from games.lobby.queue import queue_leave as leave_queue
from games.lobby.selectors import waiting_ids
from games.lobby.services import NewGame, game_create
from games.lobby.start_here import start_here
from games.lobby.views.guests import members_only
from games.lobby.views.room import decline_without_script
from games.models import Game
from games.outbox.turn_news import TurnNews, turn_news
from games.people.reliability import Reliability, reliability_by_account
from games.play.clock.absence_selectors import away_until
from games.play.seats.replaced_players import lost_seats
from games.web.cached.fragments import cached
from games.web.creation_tokens import creation_token
from games.web.paging import Page
from games.web.posting import BAD, page_number, post_required
from games.web.refusals import flash_refusal
from games.web.viewer import logged_in_user, user_or_none

CLOTHS = 4
LISTS = ("open", "running", "ended")


@require_safe
@public_page
def home(request: HttpRequest) -> HttpResponse:
    user = user_or_none(request)
    return render(request, "games/lobby/landing.html") if user is None else _lobby(request, user)


def _lobby(request: HttpRequest, user: User, status: int = 200) -> HttpResponse:
    # The page may lack later events, so its socket sends those first.
    read_at = timezone.now()
    lists = find.own_lists(
        user, page_number(request), page_number(request, "offers"), page_number(request, "invitations")
    )
    tables, offers, finished = lists.tables, lists.offers, lists.finished
    hurried = [table for table in tables.items if not table.is_unhurried]
    unhurried = [table for table in tables.items if table.is_unhurried]
    waiting = [table for table in hurried if table.waits]
    # Without a game that waits for the person, the games against bots are shown large.
    cloths = waiting[:CLOTHS] or [table for table in unhurried if table.waits][:CLOTHS]
    page = {
        "read_at": read_at,
        "waiting_games": len(waiting) if _is_whole(tables) else find.waiting_count(user),
        "tables": tables,
        "cloths": cloths,
        "waiting_rows": waiting[CLOTHS:],
        "left_rows": [table for table in tables.items if table.left_to_bot],
        "other_rows": [table for table in hurried if not table.waits and not table.left_to_bot],
        "bot_rows": [table for table in unhurried if table not in cloths and not table.left_to_bot],
        "offers": offers,
        "invitations": lists.invitations,
        "lost_seats": lost_seats(user),
        "away_until": away_until([user]).get(user.pk),
        "finished": finished,
        "newcomer": not (tables.items or offers.items or finished),
        "queue": queue_place(user, lists.queued),
        "standing": lists.standing,
        "standing_invitations": lists.standing_invitations,
        "turn_news": _turn_news(user, [*(table.game for table in hurried), *(seat.game for seat in offers.items)]),
        "bot_fields": _bot_fields(),
        "queue_fields": _queue_fields(),
    }
    return render(request, "games/lobby/home.html", page, status=status)


def _turn_news(user: User, games: Iterable[Game]) -> TurnNews | None:
    """For the first slow game, if there is one."""
    pace = next((game.pace for game in games if not Pace(game.pace).is_live), None)
    return None if pace is None else turn_news(user, pace)


@cached(get_language)
def _bot_fields() -> SafeString:
    return SafeString(get_template("games/lobby/bot_fields.html").render({"form": PlayNowForm()}))


@cached(get_language)
def _queue_fields() -> SafeString:
    return SafeString(get_template("games/lobby/queue_fields.html").render({"form": QueueForm()}))


def _is_whole(page: Page[Any]) -> bool:
    return not page.has_previous and not page.has_next


@require_safe
@public_page
def open_games(request: HttpRequest) -> HttpResponse:
    shown = request.GET.get("show", "")
    shown = shown if shown in LISTS else "open"
    number = page_number(request)
    asked = OpenFilterForm(request.GET)
    match shown:
        case "running":
            games = find.public_games(number)
        case "ended":
            games = find.ended_games(number)
        case _:
            games = find.open_offers(user_or_none(request), asked.wanted(), number)
    page: dict[str, Any] = {"games": games, "shown": shown, "chosen": {} if shown == "open" else {"show": shown}}
    if shown == "open":
        page["chosen"] = asked.known()
        page["filter"] = OpenFilterForm(initial=page["chosen"])
        page["reliability"] = _reliability(games, user_or_none(request))
    is_empty = not games.items and not games.has_previous
    page["start"] = start_here() if is_empty and (shown != "open" or not page["chosen"]) else None
    page["more"] = f"&{urlencode(page['chosen'])}" if page["chosen"] else ""
    return render(request, "games/lobby/open_games.html", page)


def _reliability(offers: Page[Game], user: User | None) -> dict[int, Reliability]:
    """The reliability of the hosts and the viewer, by account."""
    ids = {game.host_id for game in offers.items}
    return reliability_by_account(ids | {user.pk} if user is not None else ids)


@members_only
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    try:
        invited = _invited(request)
    except Refused as refused:
        flash_refusal(request, refused)
        return redirect("games:create")
    if request.method != "POST":
        return _new_game_page(request, invited)
    form, status = NewGameForm(request.POST, invited=int(invited is not None)), BAD
    if form.is_valid():
        try:
            return _begin(request, NewGame(**form.options()), invited)
        except Refused as refused:
            status = flash_refusal(request, refused)
    return _new_game_page(request, invited, form, status)


def _invited(request: HttpRequest) -> User | None:
    """The person of `?invite=`, who gets an invitation to the new game. Raises Refused."""
    handle = request.GET.get("invite", "")
    return person_to_invite(logged_in_user(request), handle) if handle else None


def _new_game_page(
    request: HttpRequest, invited: User | None, form: NewGameForm | None = None, status: int = 200
) -> HttpResponse:
    """The page of a new game. `?kind=` chooses which kind the options are remembered for. `form`: the refused one."""
    hosted, asked = find.last_hosted(logged_in_user(request)), request.GET.get("kind", "")
    cards = [card for card in presets(hosted) if invited is None or card.kind != find.GameKind.BOTS]
    chosen = next((card for card in cards if card.kind == asked), cards[0])
    won = find.bot_victories()
    if form is None:
        initial = option_choices(chosen, hosted.get(chosen.kind))
        fields = _cached_fields(tuple(initial.items()), tuple(won.items()))
    else:
        fields = _fields(form, won)
    page = {"presets": cards, "chosen": chosen, "open": form is not None or asked == chosen.kind, "fields": fields}
    return render(request, "games/lobby/new_game.html", page | {"form": form, "invited": invited}, status=status)


@cached(get_language)
def _cached_fields(initial: tuple[tuple[str, Hashable], ...], won: tuple[tuple[str, int], ...]) -> SafeString:
    return _fields(NewGameForm(initial=dict(initial)), dict(won))


def _fields(form: NewGameForm, won: Mapping[str, int]) -> SafeString:
    page = {"form": form, "bot_fields": form.bot_fields(won)}
    return SafeString(get_template("games/lobby/new_game_fields.html").render(page))


def _begin(request: HttpRequest, new: NewGame, invited: User | None = None) -> HttpResponse:
    if not new.name and len(new.bots) == new.seats - 1:
        new = replace(new, name=bots_game_name(new.bots, new.target))
    if invited is not None:
        check_bot_takes(new, logged_in_user(request), invited)
    game = game_create(host=logged_in_user(request), new=new, token=creation_token(request))
    if invited is not None:
        _invite(request, game, invited)
    return _to_table(request, game.public_id)


def _invite(request: HttpRequest, game: Game, invited: User) -> None:
    """The game stays if the invitation is refused."""
    try:
        person_invite(public_id=game.public_id, host=logged_in_user(request), handle=invited.handle)
    except Refused as refused:
        flash_refusal(request, refused)
    else:
        messages.success(request, gettext("You invited %(name)s.") % {"name": invited.name})


def _to_table(request: HttpRequest, public_id: str) -> HttpResponse:
    decline_without_script(request, public_id)
    return redirect("games:table", public_id=public_id)


@post_required
def play_now(request: HttpRequest) -> HttpResponse:
    form = PlayNowForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Choose 2 to 6 players and a bot."))
        return _lobby(request, logged_in_user(request), BAD)
    try:
        return _begin(request, NewGame(**form.options()))
    except Refused as refused:
        return _lobby(request, logged_in_user(request), flash_refusal(request, refused))


@post_required
def queue(request: HttpRequest) -> HttpResponse:
    form = QueueForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Choose 2 to 6 players and a pace."))
        return _lobby(request, logged_in_user(request), BAD)
    try:
        game = queue_join(user=logged_in_user(request), **form.cleaned_data)
    except Refused as refused:
        return _lobby(request, logged_in_user(request), flash_refusal(request, refused))
    return redirect("home") if game is None else _to_table(request, game.public_id)


@post_required
def queue_leave(request: HttpRequest) -> HttpResponse:
    leave_queue(user=logged_in_user(request))
    return redirect("home")


@require_safe
@never_cache
def waiting(request: HttpRequest) -> HttpResponse:
    """The waiting games, their number and the words of the header's link, which leaves out the game in `?besides=`."""
    user = user_or_none(request)
    if user is None:
        return JsonResponse({"error": "login", "detail": gettext("Log in first.")}, status=401)
    games = waiting_ids(user)
    others = len(games - {request.GET.get("besides", "")})
    words = ngettext("%(n)s game is waiting for you", "%(n)s games are waiting for you", others) % {"n": others}
    return JsonResponse({"waiting": len(games), "games": sorted(games), "others": others, "words": words})
