"""allauth's forms for passkeys, which refuse malformed answers with a message."""

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
    """A form with an answer of a known passkey."""

    credential = CredentialField()

    def clean_credential(self) -> Authenticator:
        with junk_refused():
            return super().clean_credential()


class StepForm(_Answered):
    """The second step of a login."""


class LoginForm(_Answered, LoginWebAuthnForm):
    """A login by passkey instead of a password."""


class AgainForm(_Answered, ReauthenticateWebAuthnForm):
    """Proof of the owner before acts that a session alone must not allow."""
