"""Words for the audit log's codes; its CSV file keeps the codes."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

_words: dict[str, str | Promise] = {
    "person.warn": _("warned"),
    "person.mute": pgettext_lazy("act of a moderator", "muted"),
    "person.bar": _("barred from new games"),
    "person.suspend": _("suspended"),
    "person.ban": _("banned"),
    "person.close": _("closed the account"),
    "person.open": _("reopened the account"),
    "person.erase": _("deleted the account"),
    "person.export": _("exported all data"),
    "person.role_give": _("gave a role"),
    "person.role_take": _("removed a role"),
    "person.administrator": _("gave a role"),
    "person.sessions_end": _("logged out sessions"),
    "person.second_factor_off": _("turned off two-factor login"),
    "sanction.lift": _("lifted a decision"),
    "sanction.shorten": _("shortened a decision"),
    "appeal.answer": _("answered an appeal"),
    "double.mark": _("marked a double account"),
    "double.unmark": _("unmarked a double account"),
    "double.merge": _("merged an account"),
    "audit.export": _("exported the audit log"),
    "site.banner": _("changed the banner"),
    "site.close": _("closed the site"),
    "site.open": _("opened the site"),
    "site.page": _("edited a page"),
    "site.registration": _("changed who may register"),
    "ban.make": _("blocked a network or email domain"),
    "ban.end": _("unblocked a network or email domain"),
    "registration.link": _("made a link to register"),
    "registration.link_end": _("ended a link to register"),
    "registration.approve": _("approved an account"),
    "registration.refuse": _("refused an account"),
}


def act_words_add(words: Mapping[str, str | Promise]) -> None:
    _words.update(words)


def act_words(code: str) -> str:
    return str(_words.get(code, code))
