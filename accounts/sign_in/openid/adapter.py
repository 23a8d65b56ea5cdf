"""allauth's adapter: the operator's provider, and the account that its answer logs in."""

import logging
import os
from functools import partial
from hashlib import sha256
from typing import Any, Final

from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialApp, SocialLogin
from allauth.socialaccount.providers import registry
from allauth.socialaccount.providers.base import AuthError, AuthProcess
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.mail.account_mails import account_mail_to
from accounts.models import User
from accounts.sign_in.mailed_links.addresses import with_wanted
from accounts.sign_in.openid.proof import login_time_note, proof_take

logger = logging.getLogger(__name__)

# The provider's name in rows of connections and in addresses; there is one provider.
PROVIDER: Final = "oidc"
KIND: Final = "openid_connect"


class OpenIdAdapter(DefaultSocialAccountAdapter):
    error_messages = {
        **DefaultSocialAccountAdapter.error_messages,
        "no_password": _("Choose a password first."),
        "no_verified_email": _("Confirm your email address first."),
    }

    def list_apps(
        self, request: HttpRequest | None, provider: str | None = None, client_id: str | None = None
    ) -> list[SocialApp]:
        """The operator's provider, never one from the database."""
        chosen = settings.OIDC
        if chosen is None or provider not in (None, PROVIDER, KIND) or client_id not in (None, chosen.client_id):
            return []
        return [
            SocialApp(
                provider=KIND,
                provider_id=PROVIDER,
                name=chosen.name,
                client_id=chosen.client_id,
                secret=chosen.client_secret,
                settings={"server_url": chosen.server_url, "oauth_pkce_enabled": True},
            )
        ]

    def list_providers(self, request: HttpRequest) -> list[Any]:
        return [] if settings.OIDC is None else super().list_providers(request)

    def get_provider(self, request: HttpRequest, provider: str, client_id: str | None = None) -> Any:
        registry.load()
        return super().get_provider(request, provider, client_id)

    def get_requests_session(self) -> Any:
        """A session that trusts SSL_CERT_FILE, as webhooks do. It is set on each request, because REQUESTS_CA_BUNDLE
        overrides the session's.
        """
        session = super().get_requests_session()
        if bundle := os.environ.get("SSL_CERT_FILE"):
            session.request = partial(session.request, verify=bundle)
        return session

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> User:
        """Keep the offered values, and a hash of the person's identity at this server: people of another server are
        others. Raises PermissionDenied.
        """
        account, user = sociallogin.account, sociallogin.user
        _check_same_person(account.extra_data)
        server = sociallogin.provider.app.settings["server_url"]
        account.uid = sha256(f"{server} {account.uid}".encode()).hexdigest()
        login_time_note(sociallogin, account.extra_data)
        account.extra_data = {}
        sociallogin.email_addresses = [address for address in sociallogin.email_addresses if address.verified]
        user.handle, user.email = str(data.get("username") or ""), data.get("email") or ""
        return user  # type: ignore[no-any-return]

    def authenticate_by_email(self, sociallogin: SocialLogin) -> tuple[User, str] | None:
        """The account that confirmed the address which the provider calls confirmed; its login connects it."""
        if sociallogin.state.get("process") in (AuthProcess.CONNECT, AuthProcess.REDIRECT):
            return None
        address = confirmed_address(sociallogin)
        known = EmailAddress.objects.select_related("user").filter(email=address, verified=True)
        found = known.first() if address else None
        return (found.user, address) if found is not None else None

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Check a login of the provider. Raises ImmediateHttpResponse for closed accounts and guests who connect. An
        account that has only claimed the address doesn't count: another person may have opened it.
        """
        # It was of use for this answer alone.
        sociallogin.token = None
        user = sociallogin.user
        if sociallogin.state.get("process") == AuthProcess.REDIRECT:
            proof_take(request, sociallogin)
        elif sociallogin.state.get("process") == AuthProcess.CONNECT:
            if getattr(request.user, "is_guest", False):
                raise ImmediateHttpResponse(redirect("accounts:keep"))
        elif sociallogin.is_existing and not user.can_log_in:
            raise ImmediateHttpResponse(get_account_adapter().pre_login(request, user))

    def get_signup_form_initial_data(self, sociallogin: SocialLogin) -> dict[str, str]:
        """The name at the provider, if it is free here, and the address."""
        try:
            handle = get_account_adapter().clean_username(sociallogin.user.handle)
        except ValidationError:
            handle = ""
        return {"username": handle, "email": sociallogin.user.email}

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: str | None = None,
        exception: Exception | None = None,
        extra_context: dict[str, Any] | None = None,
    ) -> None:
        """Lead back to the page that the person came from. Raises ImmediateHttpResponse."""
        if error != AuthError.CANCELLED:
            logger.warning("Logging in with the OpenID Connect provider failed: %r", exception or error)
            messages.error(request, gettext("That didn’t work. Try again."))
        state = (extra_context or {}).get("state") or {}
        if state.get("process") == AuthProcess.CONNECT:
            raise ImmediateHttpResponse(redirect("socialaccount_connections"))
        raise ImmediateHttpResponse(_to_login(state))

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any], email: str | None = None
    ) -> None:
        account_mail_to(user, template_prefix, provider=str(context["provider"]))


def confirmed_address(sociallogin: SocialLogin) -> str:
    """The address that the provider has confirmed, or ""."""
    return next((str(address.email).lower() for address in sociallogin.email_addresses), "")


def _check_same_person(said: dict[str, Any]) -> None:
    """Check that token and userinfo are about one person (OpenID Connect Core 5.3.2). Raises PermissionDenied."""
    subjects = {str(said[part].get("sub")) for part in ("id_token", "userinfo") if said.get(part)}
    if len(subjects) > 1:
        logger.warning("The OpenID Connect provider's userinfo is about another person than its token.")
        raise PermissionDenied


def _to_login(state: dict[str, Any]) -> HttpResponseRedirect:
    return HttpResponseRedirect(with_wanted(reverse("account_login"), state.get("next")))
