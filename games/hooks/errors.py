"""Refusals about operators' hooks."""

from django.utils.translation import gettext_lazy as _

from games.errors import Reason


class HookReason(Reason):
    TOO_MANY = "too_many_hooks", 422, _("There are already 10 hooks. Remove one first.")
    NO_EVENTS = "no_events", 422, _("Choose an event.")
    STOPPED = "hook_stopped", 409, _("This hook is stopped. Start it first.")
    NO_SUCH_HOOK = "no_such_hook", 404, _("This hook no longer exists.")
