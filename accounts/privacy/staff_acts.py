"""Administrators' acts on a person's sessions and data, on the person's page."""

from typing import Any, Final

from allauth.mfa.models import Authenticator
from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.privacy.erasure import account_erase_by
from accounts.privacy.export import FILENAME, JSON, export_json
from accounts.privacy.export_note import export_note
from accounts.sign_in.network_traces import NO_ADDRESS
from accounts.sign_in.sessions import sessions_end_by, sessions_list
from accounts.sign_in.two_factor_off import two_factor_off
from accounts.staff.staff_actions import ReasonForm, StaffAction
from accounts.templatetags.dated import since_moment
from accounts.templatetags.devices import device


class AuditForm(ReasonForm):
    """A form whose reason only staff read."""

    reason_help = _("Only the site team reads this. Use usernames only.")


class SessionsForm(AuditForm):
    session_ids = forms.TypedMultipleChoiceField(
        label=_("Logins"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["session_ids"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        found = sessions_list(user=self.row)
        field.choices = [(session.pk, _login_words(session)) for session in found]
        field.initial = [session.pk for session in found]


def _login_words(session: Any) -> str:
    address = "" if session.ip == NO_ADDRESS else session.ip
    return " · ".join(part for part in (device(session.user_agent), address, since_moment(session.created_at)) if part)


def _export(*, actor: User, user: User, reason: str) -> HttpResponse:
    export_note(actor=actor, user=user, reason=reason)
    name = FILENAME.format(handle=user.handle)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse("".join(export_json(user, staff=actor)), content_type=JSON, headers=headers)


def _no_staff(row: User) -> bool:
    return row.is_person and not row.is_staff and not row.is_superuser


PRIVACY: Final = (
    StaffAction(
        slug="sessions_end",
        label=_("Log out sessions"),
        explanation=_("Logs the person out there."),
        permission="accounts.end_sessions",
        service=sessions_end_by,
        form=SessionsForm,
        applies=lambda row: row.is_person,
    ),
    StaffAction(
        slug="second_factor_off",
        label=_("Turn off two-factor login"),
        explanation=_(
            "For someone who lost their phone and codes. First check who’s asking, but not by email. "
            "Logs them out everywhere."
        ),
        permission="accounts.end_sessions",
        service=two_factor_off,
        form=AuditForm,
        applies=lambda row: Authenticator.objects.filter(user=row).exists(),
    ),
    StaffAction(
        slug="export",
        label=_("Export all data"),
        explanation=_("For this person only. Leaves out hidden cards and people they blocked or muted."),
        permission="accounts.erase_person",
        service=_export,
        done=lambda row, file: file,
        form=AuditForm,
        applies=_no_staff,
    ),
    StaffAction(
        slug="erase",
        label=_("Delete account"),
        explanation=_("Erases all personal data for good and resigns running games. Finished games stay."),
        permission="accounts.erase_person",
        service=account_erase_by,
        form=AuditForm,
        applies=_no_staff,
        danger=True,
    ),
)
