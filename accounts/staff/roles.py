"""Roles: Django groups of the same name; a person may hold several. They are code, written after each migration."""

from enum import StrEnum
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Role(StrEnum):
    HELPER = "helper"
    MODERATOR = "moderator"
    ADMINISTRATOR = "administrator"
    # The role that adds the permission to reveal hidden cards to another role.
    CARDS = "cards"


LABELS: Final[dict[Role, Promise]] = {
    Role.HELPER: _("helper: chat and reports"),
    Role.MODERATOR: _("moderator: games and people"),
    Role.ADMINISTRATOR: _("administrator: everything but hidden cards"),
    Role.CARDS: _("hidden cards: only with another role"),
}

_LOOK: Final = (
    *("accounts.view_user", "accounts.view_sanction", "accounts.view_appeal"),
    *("games.view_game", "games.view_seat", "games.view_hand", "games.view_move", "games.view_gameevent"),
    *("games.view_takeback", "games.view_intervention", "games.view_chatline", "games.view_report"),
    *("games.view_cannedanswer", "games.view_deadline", "games.view_queueentry"),
    *("games.view_standingtable", "games.view_standingmember", "games.view_publication"),
    "games.view_importedrecord",
    *("games.view_league", "games.view_leaguemember"),
    *("games.view_rating", "games.view_seasonstanding", "games.view_ratingchange"),
)
_HELPER: Final = (
    *_LOOK,
    *("games.judge_report", "games.hide_chat_line", "games.lock_chat"),
    *("accounts.warn_person", "accounts.mute_person"),
)
_MODERATOR: Final = (
    *_HELPER,
    *("games.moderate_game", "games.judge_signal", "games.view_signal", "games.view_peek", "games.view_notice"),
    *("games.view_invitation", "games.view_botaccount", "games.view_position", "games.withdraw_position"),
    *("games.view_weeklyhand", "games.view_weeklyresult", "games.remove_weeklyresult"),
    *("accounts.bar_person", "accounts.suspend_person", "accounts.ban_person", "accounts.lift_sanction"),
    *("accounts.answer_appeal", "accounts.mark_double", "accounts.view_doubleaccount", "accounts.view_networktrace"),
    *("accounts.view_auditentry", "accounts.view_waitingaccount", "accounts.judge_registration"),
)
_ADMINISTRATOR: Final = (
    *_MODERATOR,
    *("accounts.merge_double", "accounts.give_role", "accounts.close_person", "accounts.end_sessions"),
    *("accounts.erase_person", "accounts.export_audit"),
    *("accounts.view_sitepage", "accounts.edit_site_page", "accounts.view_sitestate", "accounts.edit_site_state"),
    *("accounts.view_registrationlink", "accounts.edit_registration_link"),
    *("accounts.view_accessban", "accounts.edit_access_ban"),
    *("games.view_operatorhook", "games.view_hookdelivery", "games.edit_operator_hook"),
    *("games.edit_canned_answer", "account.view_emailaddress", "accounts.view_accountmail"),
)

PERMISSIONS: Final[dict[Role, tuple[str, ...]]] = {
    Role.HELPER: _HELPER,
    Role.MODERATOR: _MODERATOR,
    Role.ADMINISTRATOR: _ADMINISTRATOR,
    Role.CARDS: ("games.peek_cards",),
}


def roles_write(using: str, **_more: Any) -> None:
    from django.contrib.auth.models import Group, Permission

    rows = Permission.objects.using(using).select_related("content_type")
    known = {f"{row.content_type.app_label}.{row.codename}": row for row in rows}
    for role, names in PERMISSIONS.items():
        group, _made = Group.objects.using(using).get_or_create(name=role.value)
        # Permissions of apps that are not migrated yet are missing.
        group.permissions.set([known[name] for name in names if name in known])
