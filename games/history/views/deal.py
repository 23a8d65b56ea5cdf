"""The page with all facts that a check of a game's deals needs."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.site.public_pages import public_page
from games.errors import NoSuchGame
from games.history.check_words import CHECK_WORDS, PAGE_WORDS
from games.history.deal import game_deal, mark_fits
from games.models import Game
from games.play.selectors import invited_game, listed_game, visible_game, visible_games
from games.web.viewer import user_or_none


@require_safe
@public_page
def deal(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the facts of a game's deal. Of an ended private game others see only its anchor and ending, as in the list
    of ended games.
    """
    user = user_or_none(request)
    try:
        game = visible_game(public_id, user)
    except NoSuchGame:
        ended = listed_game(public_id)
        if ended is not None:
            return render(request, "games/history/deal/private.html", {"game": ended})
        if user is None:
            return redirect_to_login(request.get_full_path())
        raise
    return _deal_page(request, game, reverse("games:table", args=[public_id]), may_see_record=True)


@require_safe
@never_cache
def invited(request: HttpRequest, token: str) -> HttpResponse:
    """Show the deal to everyone with the invitation's link."""
    game = invited_game(token)
    seen = visible_games(user_or_none(request)).filter(pk=game.pk)
    here = reverse("games:invited", args=[token])
    return _deal_page(request, game, here, may_see_record=game.started_at is not None and seen.exists())


def _deal_page(request: HttpRequest, game: Game, back: str, *, may_see_record: bool) -> HttpResponse:
    shown = {
        "game": game,
        "deal": game_deal(game),
        "mailed": mark_fits(game, request.GET),
        "back": back,
        "record": reverse("games:record", args=[game.public_id]) if game.started_at and may_see_record else "",
        "check_words": {word: str(said) for word, said in (CHECK_WORDS | PAGE_WORDS).items()},
    }
    return render(request, "games/history/deal/page.html", shown)
