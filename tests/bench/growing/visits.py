"""The pages that are visited, each as a page of one person."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.db.models import F, QuerySet
from django.urls import reverse

from accounts.models import User
from games.models import Game, Seat
from games.play.bot_accounts import bot_user
from tests.bench.growing.sites import Site

BOT = "berserker"


class Visit(NamedTuple):
    """A page as one visitor sees it. `path` gets the site and the person whose past counts."""

    name: str
    path: Callable[[Site, User], str]
    by: str = "person"

    def visitor(self, site: Site, person: User) -> User | None:
        return {"person": person, "other": site.other(person), "visitor": site.visitor, "boss": site.boss}.get(self.by)


def visits() -> Iterator[Visit]:
    yield Visit("home", _at("home"))
    yield Visit("games waiting", _at("games:waiting"))
    yield Visit("own profile", _of("games:profile"))
    yield Visit("profile, by an opponent", _of("games:profile"), "other")
    yield Visit("profile, logged out", _of("games:profile"), "")
    yield Visit("results, page 2", lambda _site, person: f"{reverse('games:profile', args=[person.handle])}?page=2")
    yield Visit("opponents", _of("games:opponents"))
    yield Visit("opponents, by another", _of("games:opponents"), "visitor")
    yield Visit("head to head", _versus)
    yield Visit("head to head with a bot", _versus_bot)
    yield Visit("a bot's profile", lambda _site, _person: reverse("games:profile", args=[bot_user(BOT).handle]))
    yield Visit("waiting room", lambda _site, _person: _table(_waiting()), "visitor")
    yield Visit("table, running", lambda _site, person: _table(_running(person)))
    yield Visit("table, private", lambda _site, person: _table(_private(person)))
    yield Visit("table, newest ended", lambda _site, person: _table(_ended(person).reverse()))
    yield Visit("table, oldest ended", lambda _site, person: _table(_ended(person)))
    for page in ("replay", "figures", "review", "deal", "record"):
        yield Visit(page, lambda _site, person, page=page: _table(_ended(person).reverse(), page))  # type: ignore[misc]
    for page in ("open", "friends", "messages", "notices", "sent", "channels", "table_settings", "people", "reports"):
        yield Visit(page.replace("_", " "), _at(f"games:{page}"))
    for page in ("standing_tables", "leagues", "imported_records", "archive", "create", "daily_days", "weekly_past"):
        yield Visit(page.replace("_", " "), _at(f"games:{page}"))
    yield Visit("account", _at("accounts:settings"))
    yield Visit("leaders", _at("games:leaders"))
    yield Visit("leaders with bots", lambda _site, _person: f"{reverse('games:leaders')}?pool=bots")
    yield Visit("luck-adjusted leaders", _at("games:duplicate_leaders"))
    yield Visit("running games", lambda _site, _person: f"{reverse('games:open')}?show=running", "visitor")
    yield Visit("ended games", lambda _site, _person: f"{reverse('games:open')}?show=ended", "visitor")
    yield Visit("open games, logged out", _at("games:open"), "")
    yield Visit("staff: person", lambda _site, person: _staff("accounts_user_change", person.pk), "boss")
    yield Visit("staff: search", _search, "boss")
    for name in ("accounts_user", "games_game", "games_seat", "games_report", "games_notice", "games_seasonstanding"):
        yield Visit(f"staff: {name}", lambda _site, _person, name=name: _staff(f"{name}_changelist"), "boss")  # type: ignore[misc]
    yield Visit("staff: index", lambda _site, _person: reverse("admin:index"), "boss")


def _at(name: str) -> Callable[[Site, User], str]:
    return lambda _site, _person: reverse(name)


def _of(name: str) -> Callable[[Site, User], str]:
    return lambda _site, person: reverse(name, args=[person.handle])


def _versus(site: Site, person: User) -> str:
    return reverse("games:versus", args=[person.handle, site.other(person).handle])


def _versus_bot(_site: Site, person: User) -> str:
    return reverse("games:versus", args=[person.handle, bot_user(BOT).handle])


def _search(site: Site, _person: User) -> str:
    """The search for a username that begins no other, so that every site lists one person."""
    return f"{_staff('accounts_user_changelist')}?q={site.visitor.handle}"


def _staff(name: str, *args: object) -> str:
    return reverse(f"admin:{name}", args=args)


def _table(seats: QuerySet[Seat], page: str = "table") -> str:
    seat = seats.select_related("game")[0]
    return reverse(f"games:{page}", args=[seat.game.public_id])


def _waiting() -> QuerySet[Seat]:
    """The seats of hosts whose games wait for players."""
    return Seat.objects.filter(game__status=Game.Status.OPEN, game__visibility="public", number=0).order_by("-game")


def _running(person: User) -> QuerySet[Seat]:
    return Seat.objects.filter(user=person, game__status=Game.Status.RUNNING).order_by("game")


def _private(person: User) -> QuerySet[Seat]:
    return Seat.objects.filter(user=person, game__visibility="private", game__status=Game.Status.FINISHED).order_by(
        "-game"
    )


def _ended(person: User) -> QuerySet[Seat]:
    """Public rated games against people alone."""
    games = Seat.objects.filter(
        user=person, game__status=Game.Status.FINISHED, game__visibility="public", game__rated=True
    )
    return games.filter(game__counts_for_rating=True, resigned_at=None, user=F("held_by")).order_by("game")
