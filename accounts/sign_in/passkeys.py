"""Passkeys: a way to log in without a password.

They are allauth's WebAuthn keys. A passkey checks who holds it, so that it needs no second step; it makes no other
login need one (SecondFactorAdapter.is_mfa_enabled).
"""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa.webauthn.forms import SignupWebAuthnForm
from allauth.mfa.webauthn.internal import auth
from allauth.mfa.webauthn.views import AddWebAuthnView
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from accounts.visible_text import NameField

NAME_MAX = 60


class PasskeyForm(SignupWebAuthnForm):
    """The library's own adds recovery codes, and a choice of what counts as a passkey."""

    name = NameField(label=_("Name"), required=False, max_length=NAME_MAX)


class PasskeyAddView(AddWebAuthnView):
    """Asks for the password first, if that is long ago."""

    form_class = PasskeyForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        page: dict[str, Any] = super().get_context_data(**kwargs)
        page["js_data"] = {"creation_options": auth.begin_registration(self.request.user, passwordless=True)}
        return page

    def form_valid(self, form: PasskeyForm) -> HttpResponse:
        """Tells the person by mail too."""
        user = self.request.user
        auth.WebAuthn.add(user, form.cleaned_data["name"], form.cleaned_data["credential"])
        get_adapter().add_message(self.request, messages.SUCCESS, "mfa/messages/webauthn_added.txt")
        get_adapter().send_notification_mail("mfa/email/webauthn_added", user)
        return redirect("mfa_list_webauthn")


passkey_add = PasskeyAddView.as_view()
