"""allauth's forms of passkeys, which refuse junk in words."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import (
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
    SignupWebAuthnForm,
)
from django.utils.translation import gettext_lazy as _

from accounts.sign_in.passkeys.credentials import CredentialField, junk_refused
from accounts.visible_text import NameField

NAME_MAX = 60


class PasskeyForm(SignupWebAuthnForm):
    """The library's own adds recovery codes, and a choice of what counts as a passkey."""

    name = NameField(label=_("Name"), required=False, max_length=NAME_MAX)
    credential = CredentialField()

    def clean(self) -> dict[str, Any]:
        with junk_refused():
            cleaned: dict[str, Any] = super().clean()
        return cleaned


class _Answered(AuthenticateWebAuthnForm):
    credential = CredentialField()

    def clean_credential(self) -> Authenticator:
        with junk_refused():
            return super().clean_credential()


class StepForm(_Answered):
    """At a login that asks for a second step."""


class LoginForm(_Answered, LoginWebAuthnForm):
    """In place of a password."""


class AgainForm(_Answered, ReauthenticateWebAuthnForm):
    """Asked again before what an open login alone must not do."""
