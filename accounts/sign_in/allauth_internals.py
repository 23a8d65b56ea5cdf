"""All that the site uses of django-allauth's undocumented modules. A new version may move or change it."""

from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.flows.reauthentication import resume_request
from allauth.account.internal.flows.signup import send_unknown_account_mail
from allauth.account.internal.stagekit import clear_login
from allauth.account.internal.templatekit import get_entrance_context_data
from allauth.mfa.totp.internal.auth import generate_totp_secret
from allauth.mfa.webauthn.internal.auth import WebAuthn, begin_registration

__all__ = [
    "WebAuthn",
    "begin_registration",
    "clear_login",
    "generate_totp_secret",
    "get_entrance_context_data",
    "record_authentication",
    "resume_request",
    "send_unknown_account_mail",
]
