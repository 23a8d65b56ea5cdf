"""The pages of the site, each with its visitor. Tests compare the list with the site's addresses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Role = Literal["visitor", "opener", "newcomer", "guest", "player", "suspended", "staff"]


@dataclass(frozen=True, slots=True)
class Page:
    """A page to picture. `address` has `{places}` of the scenes. `press`: selectors to click before the picture."""

    name: str
    address: str
    role: Role = "player"
    press: tuple[str, ...] = ()


# Values in addresses. A list has one for each visit, for pages that show something once.
Places = Mapping[str, str | list[str]]


def page_address(page: Page, places: Places, visit: int) -> str:
    """The page's address; `visit` counts from 0."""
    chosen = {name: place if isinstance(place, str) else place[visit % len(place)] for name, place in places.items()}
    return page.address.format_map(chosen)


PAGES: tuple[Page, ...] = (
    Page("landing", "/", "visitor"),
    Page("signup", "/accounts/signup/", "visitor"),
    Page("check-email", "/accounts/confirm-email/", "opener"),
    Page("check-email-change", "/accounts/confirm-email/", "opener", press=("main details > summary",)),
    Page("login", "/accounts/login/", "visitor"),
    Page("login-link", "/accounts/login/link/", "visitor"),
    Page("password-reset", "/accounts/password/reset/", "visitor"),
    Page("rules", "/rules/", "visitor"),
    Page("learn", "/learn/", "visitor"),
    Page("learn-position", "/learn/pick-up/", "visitor"),
    Page("learn-game", "/learn/game/", "visitor"),
    Page("learn-first-turn", "/learn/first-turn/?action=play&card=P9&card=P6&card=P3&pickup=K9", "visitor"),
    Page("shortcuts", "/shortcuts/", "visitor"),
    Page("terms", "/terms/", "visitor"),
    Page("privacy", "/privacy/", "visitor"),
    Page("contact", "/contact/", "visitor"),
    Page("offline", "/offline/", "visitor"),
    Page("not-found", "/nowhere/", "visitor"),
    Page("invited", "/i/{invited}/", "visitor"),
    Page("mail-turn", "/m/{mail_turn}/", "visitor"),
    Page("open-games-visitor", "/games/", "visitor"),
    Page("home-newcomer", "/", "newcomer"),
    Page("home", "/"),
    Page("open-games", "/games/"),
    Page("new-game", "/games/new/"),
    Page("new-game-options", "/games/new/", press=("#more-options > summary",)),
    Page("play-now", "/games/play-now/"),
    Page("room", "/g/{room}/"),
    Page("invited-player", "/i/{invited}/"),
    Page("table", "/g/{table}/"),
    Page("table-waiting", "/g/{table_waiting}/"),
    Page("table-undo", "/g/{table_undo}/"),
    Page("table-planned", "/g/{table_planned}/"),
    Page("table-six", "/g/{table_six}/"),
    Page("table-chosen", "/g/{table_six}/", press=("#hint", ".hint-play")),
    Page("table-hand-over", "/g/{table_hand_over}/"),
    Page("table-paused", "/g/{table_paused}/"),
    Page("table-watched", "/g/{table_watched}/"),
    Page("table-over", "/g/{table_over}/"),
    Page("table-past-hand", "/g/{table_over}/?hand=1"),
    Page("table-since", "/g/{table_since}/"),
    Page("table-text", "/g/{table}/text/"),
    Page("table-text-over", "/g/{table_over}/text/"),
    Page("chat", "/g/{table}/chat/"),
    Page("chat-link", "/g/{table}/chat/link/{chat_line}/0/"),
    Page("note", "/g/{table}/note/"),
    Page("replay", "/g/{table_over}/replay/?hand=1&turn=6"),
    Page("replay-running", "/g/{table}/replay/"),
    Page("review", "/g/{table_over}/review/"),
    Page("profile", "/players/{player}/"),
    Page("profile-other", "/players/{other}/"),
    Page("friends", "/friends/"),
    Page("opponents", "/players/{player}/versus/"),
    Page("versus", "/players/{player}/versus/{other}/"),
    Page("leaders", "/leaders/"),
    Page("leaders-bots", "/leaders/?pool=bots"),
    Page("deal", "/g/{table_over}/deal/"),
    Page("deal-room", "/g/{room}/deal/"),
    Page("figures", "/g/{table_over}/figures/"),
    Page("report", "/report/?game={table}"),
    Page("keep", "/settings/keep/", "guest"),
    Page("settings", "/settings/"),
    Page("settings-notices", "/settings/notices/"),
    Page("settings-notices-custom", "/settings/notices/custom/"),
    Page("settings-hours", "/settings/hours/"),
    Page("settings-channels", "/settings/channels/"),
    Page("settings-avatar", "/settings/avatar/"),
    Page("settings-table", "/settings/table/"),
    Page("settings-people", "/settings/people/"),
    Page("settings-sent", "/settings/sent/"),
    Page("settings-reports", "/settings/reports/"),
    Page("settings-export", "/settings/export/"),
    Page("settings-delete", "/settings/delete/"),
    Page("email", "/accounts/email/"),
    Page("address-back", "/accounts/address-back/{address_back}/"),
    Page("address-back-over", "/accounts/address-back/used/"),
    Page("reauthenticate", "/accounts/reauthenticate/"),
    Page("reauthenticate-mail", "/accounts/reauthenticate/mail/", "newcomer"),
    Page("password-change", "/accounts/password/change/"),
    Page("second-factor", "/accounts/2fa/"),
    Page("passkeys", "/accounts/2fa/webauthn/"),
    Page("sessions", "/accounts/sessions/"),
    Page("logout", "/accounts/logout/"),
    Page("decisions", "/settings/decisions/", "suspended"),
    Page("admin", "/{admin}/", "staff"),
    Page("admin-games", "/{admin}/games/game/", "staff"),
    Page("admin-game", "/{admin}/games/game/{table_pk}/change/", "staff"),
    Page("admin-people", "/{admin}/accounts/user/", "staff"),
    Page("admin-person", "/{admin}/accounts/user/{other_pk}/change/", "staff"),
    Page("admin-reports", "/{admin}/games/report/", "staff"),
    Page("admin-report", "/{admin}/games/report/{report}/change/", "staff"),
    Page("admin-audit", "/{admin}/accounts/auditentry/", "staff"),
    Page("admin-appeals", "/{admin}/accounts/appeal/", "staff"),
)
