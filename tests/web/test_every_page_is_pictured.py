"""The list of pages for screenshots and axe is complete."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.urls import URLPattern, URLResolver, get_resolver, resolve

from games.simulation.screenshots.pages import PAGES, PicturedPage, page_address

GAMES: Final = (
    *("table", "table_waiting", "table_undo", "table_planned", "table_six", "table_hand_over", "table_paused"),
    *("table_watched", "table_over", "table_since", "challenge", "room", "invited", "mail_turn"),
    *("standing", "standing_invited", "league", "league_signup", "league_invited"),
)
NUMBERS: Final = ("chat_line", "message", "table_pk", "other_pk", "report", "sanction", "webhook")
PLACES: Final = {
    **dict.fromkeys(GAMES, "abcdefghij"),
    **dict.fromkeys(NUMBERS, "1"),
    "admin": "admin",
    "address_back": "token",
    "player": "alice",
    "today": "2026-11-28",
    "week": "2026-11-23",
    "other": "bob",
}

ANSWERS_ONLY: Final = {
    # Targets of forms; a refusal shows the form's page.
    *("games:queue", "games:queue_leave", "games:person_mark", "games:absence_add", "games:absence_end"),
    *("games:chat_react", "games:friend", "games:friends_online"),
    *("games:push_offer", "games:push_subscribe", "games:push_unsubscribe", "games:webhook_add", "games:webhook_test"),
    *("games:webhook_remove", "games:delivery_resend", "games:device_remove"),
    *("games:calendar_renew", "games:calendar_drop"),
    *("games:people_chat", "games:kid_mode", "games:sound", "games:text_switch", "games:turn", "games:chat_read"),
    *(
        "games:orders",
        "games:orders_cancel",
        "games:orders_up",
        "games:undo",
        "games:sprint",
        "games:pause",
        "games:more_time",
        "games:return",
    ),
    *("games:resign", "games:rematch", "games:sort", "games:order", "games:join_as_guest", "games:join", "games:leave"),
    "games:daily_news",
    *("games:standing_next", "games:standing_act", "games:standing_member", "games:standing_join"),
    *("games:standing_guest", "games:standing_found", "games:standing_decline"),
    *("games:league_act", "games:league_join"),
    *("games:contribute", "games:start", "games:remove", "games:invite", "games:decline", "games:challenge_new"),
    *("games:publish", "games:messages_switch", "games:imported_change", "games:archive_choice"),
    "accounts:token_end",
    *("accounts:language", "accounts:sessions_end", "accounts:session_end", "accounts:mail_resume"),
    # Leads on to the sign-up.
    "registration_link",
    *("confirmation_again", "confirmation_go_on", "claim_change", "openid_connect_callback"),
    *("accounts:decisions_read", "accounts:appeal", "mfa_generate_recovery_codes", "mfa_download_recovery_codes"),
    # Parts of pages, files, and addresses for programs.
    *("games:waiting", "games:table_part", "games:text_part", "games:chat_part", "games:replay_frames"),
    "confirmation_state",
    *("games:oembed", "games:preview_site", "games:preview_invitation", "games:preview_room", "games:preview_game"),
    *("games:preview_replay", "games:preview_profile", "games:preview_published", "games:qr"),
    *(
        "games:drawing_words",
        "games:since",
        "games:daily_record",
        "games:weekly_record",
        "games:record",
        "games:imported_record_file",
        "games:archive_file",
        "games:archive_format",
        "games:calendar",
        "api-document",
        "api-messages",
        "api-client",
        "manifest",
        "worker",
        "robots",
        "favicon",
        "security",
        "version",
    ),
    # Only in the embedded default, under a key of its own.
    *("mailbox", "mailbox_letter", "mailbox_letter_html"),
}

ONE_LIKE_ANOTHER: Final = {
    # Made of the same templates as the listed account pages.
    *("account_inactive", "account_set_password"),
    *("account_confirm_login_code", "account_confirm_email", "account_reset_password_from_key_done"),
    *("account_reset_password_from_key", "account_reset_password_done", "mfa_authenticate", "mfa_reauthenticate"),
    *("mfa_activate_totp", "mfa_deactivate_totp", "mfa_view_recovery_codes", "accounts:decision"),
    *("login_by_link", "login_link_sent"),
    *("mfa_add_webauthn", "mfa_remove_webauthn", "mfa_reauthenticate_webauthn", "mfa_login_webauthn"),
    # Only where the operator set a provider.
    *("openid_connect_login", "socialaccount_connections", "socialaccount_signup"),
    *("games:unsubscribe", "games:invited_deal", "accounts:token_new"),
    # The parts of the replay's page.
    *("games:published", "games:imported_replay"),
}


def names(patterns: list[URLPattern | URLResolver], space: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from names(pattern.url_patterns, f"{space}{pattern.namespace}:" if pattern.namespace else space)
        else:
            yield f"{space}{pattern.name}"


def test_every_address_is_pictured_or_is_no_page() -> None:
    every = {
        name for name in names(get_resolver().url_patterns) if not name.startswith(("admin:", "api:", "mail_hooks:"))
    }
    addresses = [page_address(page, PLACES, 0).partition("?")[0] for page in PAGES]
    pictured = {resolve(address).view_name for address in addresses if address != "/nowhere/"}
    pictured = {name for name in pictured if not name.startswith("admin:")}
    assert every - pictured - ANSWERS_ONLY - ONE_LIKE_ANOTHER == set()
    assert pictured <= every
    assert (ANSWERS_ONLY | ONE_LIKE_ANOTHER) - every == set()
    assert pictured & (ANSWERS_ONLY | ONE_LIKE_ANOTHER) == set()


def test_a_page_that_tells_something_once_is_another_at_each_visit() -> None:
    page = PicturedPage("strip", "/g/{table}/{hand}/")
    places: dict[str, str | list[str]] = {"table": ["one", "two"], "hand": "1"}
    assert [page_address(page, places, visit) for visit in range(3)] == ["/g/one/1/", "/g/two/1/", "/g/one/1/"]


def test_each_page_has_a_name_of_its_own() -> None:
    assert len({page.name for page in PAGES}) == len(PAGES)
