"""The pages of the site, each with its visitor. Tests compare the list with the site's addresses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Role = Literal["visitor", "opener", "newcomer", "guest", "player", "bot", "suspended", "staff"]


@dataclass(frozen=True, slots=True)
class PicturedPage:
    """A page to picture. `address` has `{places}` of the scenes. `press`: selectors to click before the picture."""

    name: str
    address: str
    role: Role = "player"
    press: tuple[str, ...] = ()


# Values in addresses. A list has one for each visit, for pages that show something once.
Places = Mapping[str, str | list[str]]


def page_address(page: PicturedPage, places: Places, visit: int) -> str:
    """The page's address; `visit` counts from 0."""
    chosen = {name: place if isinstance(place, str) else place[visit % len(place)] for name, place in places.items()}
    return page.address.format_map(chosen)


PAGES: tuple[PicturedPage, ...] = (
    PicturedPage("landing", "/", "visitor"),
    PicturedPage("signup", "/accounts/signup/", "visitor"),
    PicturedPage("check-email", "/accounts/confirm-email/", "opener"),
    PicturedPage("check-email-change", "/accounts/confirm-email/", "opener", press=("main details > summary",)),
    PicturedPage("signup-waiting", "/accounts/waiting/", "visitor"),
    PicturedPage("login", "/accounts/login/", "visitor"),
    PicturedPage("login-link", "/accounts/login/link/", "visitor"),
    PicturedPage("password-reset", "/accounts/password/reset/", "visitor"),
    PicturedPage("rules", "/rules/", "visitor"),
    PicturedPage("learn", "/learn/", "visitor"),
    PicturedPage("learn-position", "/learn/pick-up/", "visitor"),
    PicturedPage("learn-game", "/learn/game/", "visitor"),
    PicturedPage("learn-first-turn", "/learn/first-turn/?action=play&card=P9&card=P6&card=P3&pickup=K9", "visitor"),
    PicturedPage("daily", "/daily/", "visitor"),
    PicturedPage("daily-table", "/daily/", "newcomer"),
    PicturedPage("daily-results", "/daily/{today}/"),
    PicturedPage("daily-past", "/daily/past/"),
    PicturedPage("position", "/daily/position/", "visitor"),
    PicturedPage("position-result", "/daily/position/{today}/"),
    PicturedPage("position-past", "/daily/position/past/"),
    PicturedPage("weekly", "/weekly/", "visitor"),
    PicturedPage("weekly-own", "/weekly/{week}/"),
    PicturedPage("weekly-hand", "/weekly/{week}/1/"),
    PicturedPage("weekly-past", "/weekly/past/"),
    PicturedPage("duplicate-leaders", "/leaders/duplicate/"),
    PicturedPage("challenge", "/challenges/{challenge}/", "visitor"),
    PicturedPage("challenge-sheet", "/challenges/{challenge}/"),
    PicturedPage("shortcuts", "/shortcuts/", "visitor"),
    PicturedPage("terms", "/terms/", "visitor"),
    PicturedPage("privacy", "/privacy/", "visitor"),
    PicturedPage("contact", "/contact/", "visitor"),
    PicturedPage("interface", "/api/v1/docs", "visitor"),
    PicturedPage("offline", "/offline/", "visitor"),
    PicturedPage("not-found", "/nowhere/", "visitor"),
    PicturedPage("invited", "/i/{invited}/", "visitor"),
    PicturedPage("mail-turn", "/m/{mail_turn}/", "visitor"),
    PicturedPage("open-games-visitor", "/games/", "visitor"),
    PicturedPage("home-newcomer", "/", "newcomer"),
    PicturedPage("home", "/"),
    PicturedPage("open-games", "/games/"),
    PicturedPage("new-game", "/games/new/"),
    PicturedPage("new-game-options", "/games/new/", press=("#more-options > summary",)),
    PicturedPage("play-now", "/games/play-now/"),
    PicturedPage("room", "/g/{room}/"),
    PicturedPage("invited-player", "/i/{invited}/"),
    PicturedPage("standing-tables", "/tables/"),
    PicturedPage("standing-new", "/tables/new/"),
    PicturedPage("standing", "/t/{standing}/"),
    PicturedPage("standing-options", "/t/{standing}/options/"),
    PicturedPage("standing-invite", "/players/{other}/table/"),
    PicturedPage("standing-invited", "/j/{standing_invited}/", "visitor"),
    PicturedPage("leagues", "/leagues/"),
    PicturedPage("league-new", "/leagues/new/"),
    PicturedPage("league", "/l/{league}/"),
    PicturedPage("league-signup", "/l/{league_signup}/"),
    PicturedPage("league-invited", "/lj/{league_invited}/", "visitor"),
    PicturedPage("table", "/g/{table}/"),
    PicturedPage("table-waiting", "/g/{table_waiting}/"),
    PicturedPage("table-undo", "/g/{table_undo}/"),
    PicturedPage("table-planned", "/g/{table_planned}/"),
    PicturedPage("table-six", "/g/{table_six}/"),
    PicturedPage("table-chosen", "/g/{table_six}/", press=("#hint", ".hint-play")),
    PicturedPage("table-hand-over", "/g/{table_hand_over}/"),
    PicturedPage("table-paused", "/g/{table_paused}/"),
    PicturedPage("table-watched", "/g/{table_watched}/"),
    PicturedPage("table-over", "/g/{table_over}/"),
    PicturedPage("table-past-hand", "/g/{table_over}/?hand=1"),
    PicturedPage("table-since", "/g/{table_since}/"),
    PicturedPage("table-text", "/g/{table}/text/"),
    PicturedPage("table-text-over", "/g/{table_over}/text/"),
    PicturedPage("chat", "/g/{table}/chat/"),
    PicturedPage("chat-link", "/g/{table}/chat/link/{chat_line}/0/"),
    PicturedPage("note", "/g/{table}/note/"),
    PicturedPage("replay", "/g/{table_over}/replay/?hand=1&turn=6"),
    PicturedPage("replay-running", "/g/{table}/replay/"),
    PicturedPage("review", "/g/{table_over}/review/"),
    PicturedPage("imported-games", "/records/"),
    PicturedPage("archive", "/archive/", "visitor"),
    PicturedPage("profile", "/players/{player}/"),
    PicturedPage("profile-other", "/players/{other}/"),
    PicturedPage("friends", "/friends/"),
    PicturedPage("messages", "/messages/"),
    PicturedPage("conversation", "/messages/{other}/"),
    PicturedPage("message-link", "/messages/{other}/link/{message}/0/"),
    PicturedPage("opponents", "/players/{player}/versus/"),
    PicturedPage("versus", "/players/{player}/versus/{other}/"),
    PicturedPage("leaders", "/leaders/"),
    PicturedPage("leaders-bots", "/leaders/?pool=bots"),
    PicturedPage("bots", "/bots/"),
    PicturedPage("profile-bot", "/players/ratatosk/"),
    PicturedPage("deal", "/g/{table_over}/deal/"),
    PicturedPage("deal-room", "/g/{room}/deal/"),
    PicturedPage("figures", "/g/{table_over}/figures/"),
    PicturedPage("report", "/report/?game={table}"),
    PicturedPage("keep", "/settings/keep/", "guest"),
    PicturedPage("settings", "/settings/"),
    PicturedPage("settings-notices", "/settings/notices/"),
    PicturedPage("settings-notices-custom", "/settings/notices/custom/"),
    PicturedPage("settings-hours", "/settings/hours/"),
    PicturedPage("settings-channels", "/settings/channels/"),
    PicturedPage("settings-webhook", "/settings/channels/webhooks/{webhook}/"),
    PicturedPage("settings-avatar", "/settings/avatar/"),
    PicturedPage("settings-table", "/settings/table/"),
    PicturedPage("settings-people", "/settings/people/"),
    PicturedPage("settings-programs", "/settings/programs/"),
    PicturedPage("settings-bot-become", "/settings/bot/"),
    PicturedPage("settings-bot", "/settings/bot/", "bot"),
    PicturedPage("settings-sent", "/settings/sent/"),
    PicturedPage("settings-reports", "/settings/reports/"),
    PicturedPage("settings-export", "/settings/export/"),
    PicturedPage("settings-delete", "/settings/delete/"),
    PicturedPage("email", "/accounts/email/"),
    PicturedPage("address-back", "/accounts/address-back/{address_back}/"),
    PicturedPage("address-back-over", "/accounts/address-back/used/"),
    PicturedPage("reauthenticate", "/accounts/reauthenticate/"),
    PicturedPage("reauthenticate-mail", "/accounts/reauthenticate/mail/", "newcomer"),
    PicturedPage("password-change", "/accounts/password/change/"),
    PicturedPage("second-factor", "/accounts/2fa/"),
    PicturedPage("passkeys", "/accounts/2fa/webauthn/"),
    PicturedPage("sessions", "/accounts/sessions/"),
    PicturedPage("logout", "/accounts/logout/"),
    PicturedPage("decisions", "/settings/decisions/", "suspended"),
    PicturedPage("admin", "/{admin}/", "staff"),
    PicturedPage("admin-games", "/{admin}/games/game/", "staff"),
    PicturedPage("admin-game", "/{admin}/games/game/{table_pk}/change/", "staff"),
    PicturedPage("admin-people", "/{admin}/accounts/user/", "staff"),
    PicturedPage("admin-person", "/{admin}/accounts/user/{other_pk}/change/", "staff"),
    PicturedPage("admin-reports", "/{admin}/games/report/", "staff"),
    PicturedPage("admin-report", "/{admin}/games/report/{report}/change/", "staff"),
    PicturedPage("admin-audit", "/{admin}/accounts/auditentry/", "staff"),
    PicturedPage("admin-hook-add", "/{admin}/games/operatorhook/add/", "staff"),
    PicturedPage("admin-registration-link", "/{admin}/accounts/registrationlink/add/", "staff"),
    PicturedPage("admin-ban", "/{admin}/accounts/accessban/add/", "staff"),
    PicturedPage("admin-appeals", "/{admin}/accounts/appeal/", "staff"),
)
