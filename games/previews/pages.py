"""The previews of public pages, from what the pages show to a visitor: never a hidden card."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, ngettext

from accounts.models import User
from games.daily.calendar import today
from games.history.publication.public import PublishedReplay
from games.history.replay import Replay
from games.history.replay_words import frame_words
from games.lobby.room import WaitingRoom
from games.lobby.words import invitation_words, options_words
from games.models import Challenge, Game, StandingTable
from games.play.clock.words import pace_words
from games.previews.drawing import Fact, Scene
from games.previews.preview import Preview, picture_path
from games.standing.words import table_options
from games.table import TableView
from games.table.words import goal_words, page_title, waits_for, win_words
from games.web.card_art import avatar_of
from games.web.card_words import card_count
from games.web.counting import counting
from games.web.score_words import with_points
from games.web.sentences import ended, in_sentences, labelled, listed
from games.web.viewer import site_language

# One of each colour, and all figures of high numbers.
_ART: Final = ("B9", "R8", "P7", "G6", "K5", "O4")
_BACKS: Final = 3


def site_preview() -> Preview:
    """The preview of every page that has none of its own, in the active language."""
    language = _page_language()
    title = gettext("%(site)s: the card game online, at your own pace") % {"site": settings.SITE_NAME}
    words = gettext("Play the card game Odin with friends, at your own pace.")
    heading = gettext("Odin with friends, at your own pace")
    scene = Scene(settings.SITE_NAME, heading, cards=_ART)
    return Preview(title, words, language, "", picture_path("site", language, scene), scene)


def invitation_preview(room: WaitingRoom, token: str) -> Preview:
    """An invitation's by its link's `token`, or an open public game's by "", in the host's language. It names the host
    only if the game is public and the account in good standing, because messengers show previews to whole groups.
    """
    game, language = room.game, site_language(room.game.host.language)
    with translation.override(language):
        heading = _invitation_heading(game)
        facts = (_seats_words(room), options_words(game), pace_words(game))
        scene = Scene(settings.SITE_NAME, heading, (facts[0], capfirst(listed(facts[1:]))), cards=_ART)
        if token:
            page, picture = reverse("games:invited", args=[token]), picture_path("invitation", language, scene, token)
        else:
            page = reverse("games:table", args=[game.public_id])
            picture = picture_path("room", language, scene, game.public_id)
        return Preview(heading, in_sentences(facts), language, page, picture, scene)


def day_preview(day: date) -> Preview:
    """A day's hand's, before and after it. It has no address, because messengers would keep sending people to one day
    who were sent the link to today's hand.
    """
    title = gettext("Today’s hand")
    if day != today():
        title = gettext("Hand of %(day)s") % {"day": date_format(day)}
    return _with_site_picture(
        title, gettext("One hand a day, the same cards for everyone. Play it once and compare your points."), ""
    )


def position_preview() -> Preview:
    """A day's position's, without a card, and without an address as a day's hand."""
    words = gettext("A turn that’s easy to miss. Choose, see why, and compare with others.")
    return _with_site_picture(gettext("Position of the day"), words, "")


def challenge_preview(challenge: Challenge) -> Preview:
    """A challenge's, in the language of its challenger, who is named only in good standing. It has no card."""
    sender = challenge.challenger
    with translation.override(site_language(sender.language)):
        title = gettext("Challenge")
        if _may_name(sender):
            title = gettext("%(name)s challenges you") % {"name": sender.name}
        words = gettext("You get the same cards, play the hand once against bots, and compare your points.")
        return _with_site_picture(title, words, reverse("games:challenge", args=[challenge.public_id]))


def standing_preview(table: StandingTable) -> Preview:
    """The invitation's of a standing table, in its owner's language. It names the table, but no member: its games are
    private, and messengers show previews to whole groups.
    """
    with translation.override(site_language(table.owner.language)):
        words = in_sentences([labelled(table.title, table_options(table))])
        page = reverse("games:standing_invited", args=[table.invite_token])
        return _with_site_picture(gettext("You’re invited to a standing table"), words, page)


def _page_language() -> str:
    """The active language."""
    return site_language(get_language() or "")


def _with_site_picture(title: str, words: str, page: str) -> Preview:
    return replace(site_preview(), title=title, description=words, page=page)


def _may_name(user: User) -> bool:
    """Whether the account is in good standing."""
    return user.can_log_in and not user.is_barred


def _invitation_heading(game: Game) -> str:
    host = game.host
    if game.visibility == Game.Visibility.PRIVATE or not _may_name(host):
        return gettext("You’re invited to a game of Odin")
    return invitation_words(game, host.name)


def _seats_words(room: WaitingRoom) -> str:
    if room.game.status != Game.Status.OPEN:
        return gettext("This game is over.") if room.game.ended_at else gettext("This game has already started.")
    if not room.free:
        return gettext("All seats are taken")
    return ngettext("One seat is free", "%(n)s seats are free", room.free) % {"n": room.free}


def table_preview(view: TableView) -> Preview:
    """A started public game's: the set on the table, or the result, and the points, as a visitor sees them."""
    language = _page_language()
    with counting(down=False):
        points = _points(view)
        heading = win_words(view.ending) if view.ending is not None else waits_for(view)
        cards = () if view.table is None else view.table.cards
        backs = 0 if cards or view.ending is not None else _BACKS
        goal = capfirst(goal_words(view.rules.target))
        scene = Scene(settings.SITE_NAME, heading, (goal,), cards=cards, backs=backs, facts=points)
        words = " ".join(map(ended, [*_state(view), _listed(points), goal]))
        page = reverse("games:table", args=[view.public_id])
        picture = picture_path("game", language, scene, view.public_id)
        return Preview(page_title(view), words, language, page, picture, scene, embeds=True)


def _state(view: TableView) -> list[str]:
    """The result of a finished game, else the set on the table, if any."""
    if view.ending is not None:
        return [win_words(view.ending)]
    return [gettext("On the table: {value}").format(value=view.table.value)] if view.table is not None else []


def _listed(facts: tuple[Fact, ...]) -> str:
    return listed(labelled(fact.label, fact.value) for fact in facts)


def _points(view: TableView) -> tuple[Fact, ...]:
    """Players with their points: by seat, or best first once the game is over."""
    rows: list[tuple[str, int]] = [(seat.player.name, seat.points) for seat in view.seats]
    if view.ending is not None:
        rows = [(standing.player.name, standing.points) for standing in view.ending.standing]
    return tuple(Fact(name, with_points(points, None)) for name, points in rows)


def replay_preview(replay: Replay, turn: int) -> Preview:
    """One turn's of a public game: the set on the table after it, and the points before the hand."""
    language = _page_language()
    with counting(down=False):
        frame = replay.frames[turn]
        said = frame_words(replay, frame)["said"]
        names = [player.name for player in replay.players]
        facts = tuple(Fact(name, with_points(n, None)) for name, n in zip(names, replay.points, strict=True))
        cards = () if frame.table is None else frame.table.cards
        goal = capfirst(goal_words(replay.target))
        scene = Scene(
            settings.SITE_NAME, said.removesuffix("."), (goal,), cards=cards, backs=0 if cards else _BACKS, facts=facts
        )
        page = f"{reverse('games:replay', args=[replay.public_id])}?hand={replay.hand}&turn={turn}"
        picture = picture_path("replay", language, scene, replay.public_id, replay.hand, turn)
        title = labelled(replay.title, gettext("Replay"))
        words = f"{said} {_listed(facts)}."
        return Preview(title, words, language, page, picture, scene, embeds=True)


def published_preview(found: PublishedReplay, replay: Replay, turn: int) -> Preview:
    """A published replay's: the set on the table after the turn, and how many cards each player has. The deal shows no
    set, so the link without a turn gets the hand's end. It has neither points nor the goal, which tell of other hands.
    """
    language, shown = _page_language(), replay.frames[turn or replay.last]
    said = frame_words(replay, shown)["said"]
    hand = gettext("Hand %(number)s") % {"number": replay.hand}
    facts = tuple(Fact(seat.player.name, card_count(seat.size)) for seat in shown.seats)
    cards = () if shown.table is None else shown.table.cards
    scene = Scene(
        settings.SITE_NAME, said.removesuffix("."), (hand,), cards=cards, backs=0 if cards else _BACKS, facts=facts
    )
    token = found.publication.token
    page = f"{reverse('games:published', args=[token])}?hand={replay.hand}&turn={turn}"
    picture = picture_path("published", language, scene, token, replay.hand, turn)
    title = labelled(gettext("Published replay"), hand)
    return Preview(title, f"{said} {_listed(facts)}.", language, page, picture, scene)


def profile_preview(player: User, played: int, won: int) -> Preview | None:
    """A player's; None for suspended and closed accounts."""
    if not player.is_bot and not _may_name(player):
        return None
    language = _page_language()
    games = ngettext("{count} game played", "{count} games played", played).format(count=played)
    victories = ngettext("{count} game won", "{count} games won", won).format(count=won)
    avatar = None if player.is_bot else avatar_of(player)
    scene = Scene(settings.SITE_NAME, player.name, (games, victories), cards=_ART, avatar=avatar)
    page = reverse("games:profile", args=[player.handle])
    picture = picture_path("profile", language, scene, player.handle)
    return Preview(player.name, in_sentences([games, victories]), language, page, picture, scene)
