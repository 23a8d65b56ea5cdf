"""The waiting room and invitation links."""

import contextlib
import re
from collections.abc import Callable
from functools import partial, wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.posting import wants_json
from accounts.sign_in.signup_forms import GuestForm
from accounts.site.state import site_now
from games.errors import NoSuchGame, Refused
from games.lobby import invitations, services
from games.lobby.errors import LobbyReason
from games.lobby.forms.room import InviteForm, StartForm
from games.lobby.limits import may_seat_guest
from games.lobby.room import WaitingRoom, waiting_room, whom_to_invite
from games.lobby.views.guests import guest_join
from games.models import Game, Seat
from games.outbox.turn_news import turn_news
from games.play.errors import PlayReason
from games.play.selectors import invited_game, visible_game
from games.play.views.version import version_seen
from games.web.numbers import whole_number
from games.web.posting import BAD, post_required
from games.web.refusals import TOKEN, flash_refusal
from games.web.viewer import logged_in_user, user_or_none

HEX = re.compile(r"(?:[0-9A-Fa-f]{2}){1,64}")


def room_page(
    request: HttpRequest, game: Game, *, status: int = 200, invite: InviteForm | None = None, token: str = ""
) -> HttpResponse:
    """The page of the waiting room. The caller has checked that the person may see the game."""
    room = waiting_room(game, user_or_none(request), by_link=token == game.invite_token)
    page = {
        "suggested": _suggested(room, request),
        "room": room,
        "game": game,
        "token": token,
        "link": reverse("games:invited", args=[game.invite_token]) if room.mine else "",
        "start_form": _start_form(room) if room.is_host and room.free else None,
        "invite_form": invite or InviteForm(),
        "turn_news": turn_news(logged_in_user(request), game.pace) if room.mine and room.is_for_people else None,
    }
    return render(request, "games/lobby/room.html", page, status=status)


def _suggested(room: WaitingRoom, request: HttpRequest) -> list[User]:
    """People to suggest for an invitation. None to guests, who invite by the link alone."""
    if not room.mine or not room.free or logged_in_user(request).is_guest:
        return []
    return whom_to_invite(room, logged_in_user(request))


def _start_form(room: WaitingRoom, request: HttpRequest | None = None) -> StartForm:
    free = [place.number for place in room.places if place.seat is None]
    return StartForm(free, request.POST if request is not None else None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_as_guest(request: HttpRequest, token: str) -> HttpResponse:
    """Seat a visitor, who is logged in by this browser's session alone. Sends people who are logged in back to the
    invitation.
    """
    if request.method != "POST" or user_or_none(request) is not None:
        return redirect("games:invited", token=token)
    game = invited_game(token)

    def welcome(_seat: Seat) -> HttpResponse:
        decline_without_script(request, game.public_id)
        return redirect("games:table", public_id=game.public_id)

    return guest_join(
        request,
        partial(services.game_join_as_guest, token=token),
        lambda status, form: _invited_page(request, invited_game(token), status, form),
        welcome,
    )


@require_safe
@never_cache
def invited(request: HttpRequest, token: str) -> HttpResponse:
    user = user_or_none(request)
    game = invited_game(token)
    if user is not None and game.seats.filter(user=user).exists():
        return redirect("games:table", public_id=game.public_id)
    return _invited_page(request, game)


def _invited_page(
    request: HttpRequest, game: Game, status: int = 200, guest_form: GuestForm | None = None
) -> HttpResponse:
    page = {
        "room": waiting_room(game, user_or_none(request), by_link=True),
        "game": game,
        "token": game.invite_token,
        "guest_form": (guest_form or GuestForm()) if _seats_guests(game) else None,
    }
    return render(request, "games/lobby/invited.html", page, status=status)


def _seats_guests(game: Game) -> bool:
    return site_now().guests_join and may_seat_guest(game, welcome=True)


def room_post(view: Callable[[HttpRequest, str], HttpResponse]) -> Callable[..., HttpResponse]:
    """Wrap a POST about an open game; a refusal shows the waiting room again."""

    @post_required
    @wraps(view)
    def answered(request: HttpRequest, public_id: str) -> HttpResponse:
        try:
            return view(request, public_id)
        except Refused as refused:
            if wants_json(request):
                raise
            return _again(request, public_id, refused)

    return answered


def _again(request: HttpRequest, public_id: str, refused: Refused) -> HttpResponse:
    """The page after a refusal. Started games redirect to the table."""
    try:
        game = visible_game(public_id, user_or_none(request))
    except NoSuchGame:
        # The person came by a private game's link and has no seat.
        token = request.POST.get("token", "")
        game = invited_game(token if TOKEN.fullmatch(token) else "")
        return _invited_page(request, game, flash_refusal(request, refused))
    status = flash_refusal(request, refused)
    if game.status == Game.Status.OPEN:
        # Keep the link that the person came by.
        token = request.POST.get("token", "")
        return room_page(request, game, status=status, token=token if token == game.invite_token else "")
    return redirect("games:table", public_id=public_id)


@room_post
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    try:
        token, version = request.POST.get("token", ""), version_seen(request)
        services.game_join(public_id=public_id, user=logged_in_user(request), token=token, version=version)
    except Refused:
        # A double click finds the seat taken by the first.
        if not Seat.objects.filter(game__public_id=public_id, user=logged_in_user(request)).exists():
            raise
        return redirect("games:table", public_id=public_id)
    decline_without_script(request, public_id)
    return redirect("games:table", public_id=public_id)


def decline_without_script(request: HttpRequest, public_id: str) -> None:
    """Decline for a browser without our script, which cannot make a contribution (FAIRDEAL.md, 2)."""
    if request.POST.get("script") == "1":
        return
    # Removed, or the game has started.
    with contextlib.suppress(Refused, NoSuchGame):
        services.game_contribute(public_id=public_id, user=logged_in_user(request), contribution=None)


def _open_room(request: HttpRequest, public_id: str) -> WaitingRoom:
    """The waiting room of an open game. Raises NoSuchGame, Refused(NOT_OPEN)."""
    room = waiting_room(visible_game(public_id, logged_in_user(request)), logged_in_user(request))
    if room.game.status != Game.Status.OPEN:
        raise Refused(PlayReason.NOT_OPEN)
    return room


@room_post
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    services.game_leave(public_id=public_id, user=logged_in_user(request), version=version_seen(request))
    messages.success(request, gettext("You left the game."))
    return redirect("home")


@room_post
def contribute(request: HttpRequest, public_id: str) -> HttpResponse:
    """Save the person's bytes for the deal, sent as hex; empty text declines."""
    text = request.POST.get("contribution", "").strip()
    if text and not HEX.fullmatch(text):
        raise Refused(LobbyReason.BAD_CONTRIBUTION)
    contribution = bytes.fromhex(text) if text else None
    game = services.game_contribute(public_id=public_id, user=logged_in_user(request), contribution=contribution)
    if not wants_json(request):
        return redirect("games:table", public_id=public_id)
    return JsonResponse(_answer(waiting_room(game, logged_in_user(request))))


def _answer(room: WaitingRoom) -> dict[str, object]:
    """The facts that the browser needs to verify the deal. A contribution is hex, "" if declined, null while
    unanswered.
    """
    seats = [place.seat for place in room.places]
    given = [None if seat is None or seat.answered_at is None else seat.contributed.hex() for seat in seats]
    return {
        "game": room.game.public_id,
        "anchor": room.game.anchor,
        "seat": room.mine.number if room.mine else None,
        "contributions": given,
        "status": room.game.status,
        "version": room.game.version,
    }


@room_post
def start(request: HttpRequest, public_id: str) -> HttpResponse:
    version = version_seen(request)
    room = _open_room(request, public_id)
    if not room.is_host:
        raise Refused(LobbyReason.NOT_HOST)
    form = _start_form(room, request)
    if not form.is_valid():
        messages.error(request, gettext("The seats have changed. Choose a bot for each free seat."))
        return room_page(request, room.game, status=BAD)
    services.game_start(public_id=public_id, host=logged_in_user(request), bots=form.bots(), version=version)
    return redirect("games:table", public_id=public_id)


@room_post
def remove(request: HttpRequest, public_id: str) -> HttpResponse:
    seat = whole_number(request.POST.get("seat", ""))
    if seat is None:
        raise Refused(LobbyReason.NO_SUCH_SEAT)
    version = version_seen(request)
    services.person_remove(public_id=public_id, host=logged_in_user(request), seat_number=seat, version=version)
    messages.success(request, gettext("Seat %(seat)s is free again.") % {"seat": seat + 1})
    return redirect("games:table", public_id=public_id)


@room_post
def invite(request: HttpRequest, public_id: str) -> HttpResponse:
    form = InviteForm(request.POST)
    room = _open_room(request, public_id)
    if not form.is_valid():
        return room_page(request, room.game, status=BAD, invite=form)
    handle = form.cleaned_data["handle"]
    invitation = invitations.person_invite(public_id=public_id, host=logged_in_user(request), handle=handle)
    messages.success(request, gettext("You invited %(name)s.") % {"name": invitation.user.name})
    return redirect("games:table", public_id=public_id)


@room_post
def decline(request: HttpRequest, public_id: str) -> HttpResponse:
    invitations.invitation_decline(public_id=public_id, user=logged_in_user(request))
    messages.success(request, gettext("Invitation declined."))
    return redirect("home")
