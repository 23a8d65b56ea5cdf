"""allauth's adapters: sign-up, login, reset, two-factor login."""

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import get_next_redirect_url
from allauth.core import context as library_context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.bans.middleware import banned_page
from accounts.bans.selectors import domain_ban, network_ban
from accounts.errors import AccountRefused
from accounts.mail import outbox
from accounts.mail.account_mails import account_mail_write
from accounts.metrics.counted import LOGINS
from accounts.models import User
from accounts.privacy.erasure import handle_was_erased
from accounts.registration.gate import (
    is_waiting,
    link_token,
    registration_enter,
    registration_is_open,
    waiting_begin,
)
from accounts.secret_box import Unreadable, seal, unseal
from accounts.sign_in.addresses import (
    address_answering,
    address_is_closed,
    address_is_held,
    address_take,
    claim_lock,
    mail_resume,
)
from accounts.sign_in.allauth_internals import clear_login, generate_totp_secret
from accounts.sign_in.devices import device_remember
from accounts.sign_in.guests import guest_claim
from accounts.sign_in.handles import looks_like_bot, speaks_for_site
from accounts.sign_in.login_limits import begun, login_tries, session_tries
from accounts.sign_in.mailed_links import login_links
from accounts.sign_in.mailed_links.addresses import public_link, with_wanted
from accounts.sign_in.mailed_links.mail_limits import address_mails, confirmation_mails
from accounts.sign_in.ownership import address_change_notify, password_change_notify
from accounts.sign_in.proof.ways import WAY, has_just_logged_in, proves_without_password
from accounts.sign_in.unconfirmed.openers import opened_forget, opened_note
from accounts.sign_in.unconfirmed.services import is_confirmed
from accounts.site.own_addresses import own_address
from accounts.templatetags.devices import device

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("That’s already your email address."),
        "email_banned": _("This email provider doesn’t work here. Use another address."),
        "email_disposable": _("Disposable addresses don’t work here. Use one you’ll keep."),
        "email_password_mismatch": _(
            "Wrong email or password. If your address isn’t confirmed yet, use your username."
        ),
        "email_taken": _("Another account uses this address."),
        "enter_current_password": _("Wrong password."),
        "incorrect_password": _("Wrong password."),
        "mailed_just_now": _("We’ve just sent an email. Wait three minutes before another."),
        "rate_limited": _("Too many tries. Wait a few minutes."),
        "same_as_current": _("That’s already your email address."),
        "too_many_mails_today": _("Too many emails to this address today. Try again tomorrow."),
        "too_many_login_attempts": _("Too many tries. Wait a few minutes."),
        "too_many_from_elsewhere": _("Too many tries. Use a device you’ve logged in on, or choose a new password."),
        "unverified_primary_email": _("Confirm your email address first."),
        "username_blacklisted": _("This username looks like one of our own. Choose another."),
        "username_password_mismatch": _("Wrong username, email or password."),
        "username_taken": _("This username is taken."),
    }

    def is_safe_url(self, url: str) -> bool:
        """Whether the library may redirect to this address."""
        return own_address(library_context.request, url) is not None

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002 # allauth's signature
        """Check a username. Raises ValidationError if it is malformed, reserved or taken, in any letter case; erased
        accounts keep theirs.
        """
        if looks_like_bot(username) or speaks_for_site(username):
            raise self.validation_error("username_blacklisted")
        if not shallow and handle_was_erased(handle=username):
            raise self.validation_error("username_taken")
        return str(super().clean_username(username, shallow))

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return registration_is_open(request)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:  # noqa: FBT001, FBT002 # allauth's signature
        """Save a new account, of the form or of a login with the provider. Raises ImmediateHttpResponse if another
        account has just taken the username, or registration has just been closed.
        """
        # The address that the provider gives is not confirmed yet.
        user.email = ""
        try:
            with transaction.atomic():
                saved: User = super().save_user(request, user, form, commit)
                registration_enter(user=saved, token=link_token(request), note=form.cleaned_data.get("note", ""))
        except IntegrityError as taken:
            messages.error(request, gettext("Someone just took this username. Choose another."))
            raise ImmediateHttpResponse(redirect("account_signup")) from taken
        except AccountRefused as refused:
            raise ImmediateHttpResponse(redirect("account_signup")) from refused
        return saved

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address and resume its emails. Returns False if another account has confirmed it or a decision
        holds it. The former address gets an email with a link that takes it back.
        """
        with transaction.atomic():
            user, address = email_address.user, email_address.email
            if not claim_lock(email_address) or address_is_closed(email=address, to=user):
                return False
            if domain_ban(address) is not None:
                messages.error(request, self.error_messages["email_banned"])
                return False
            before = EmailAddress.objects.get_verified(user)
            confirmed = bool(super().confirm_email(request, email_address))
            if confirmed:
                address_take(email=address, owner=user)
                waiting_begin(user)
                mail_resume(user=user)
                guest_claim(user=user)
                if user.is_guest:
                    messages.info(request, gettext("The site team looks at each new account. We’ll email you."))
                if before is not None and before.email != address:
                    address_change_notify(user, before.email)
            return confirmed

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Whether the address can be removed. Confirmed addresses can be replaced but not removed, because their owner
        would not be told.
        """
        return not email_address.verified and bool(super().can_delete_email(email_address))

    def pre_login(self, request: HttpRequest, user: User, **login: Any) -> HttpResponse | None:
        """Refuse banned networks and closed accounts (allauth only asks whether they are active). Remember the browser
        that opened a new one.
        """
        ban = network_ban(request.META.get("REMOTE_ADDR", ""))
        if ban is not None:
            clear_login(request)
            return banned_page(request, ban)
        if not user.can_log_in:
            clear_login(request)
            messages.error(request, _why_closed(user))
            return self.respond_user_inactive(request, user)  # type: ignore[no-any-return]
        if not is_confirmed(user):
            opened_note(request, user, login["redirect_url"] or "")
        return super().pre_login(request, user, **login)  # type: ignore[no-any-return]

    def send_password_reset_mail(self, user: User, email: str, context: dict[str, Any]) -> None:
        """Email the link to the account that confirmed the address. If accounts only claim it, the email requests to
        confirm it instead: its reader may not be the person who opened the account.
        """
        address = address_answering(email=email)
        if address is None or address.user_id != user.pk or not user.can_log_in:
            return
        if address.verified:
            super().send_password_reset_mail(user, email, context)
        else:
            self.confirmation_mail(library_context.request, address)

    def should_send_confirmation_mail(self, request: HttpRequest, email_address: EmailAddress, signup: bool) -> bool:  # noqa: FBT001 # allauth's signature
        """Return False within the limits, for a log-in: the page that it leads to has a button for another email."""
        return signup or not confirmation_mails(request, email_address).over()

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:  # noqa: FBT001 # allauth's signature
        """Send `confirmation_mail` and say so, or why not. After a sign-up the page itself says it."""
        address: EmailAddress = emailconfirmation.email_address
        tries = confirmation_mails(request, address)
        over = tries.begin()
        if over:
            tries.rollback()
            messages.error(request, self.error_messages[over])
            return
        self.confirmation_mail(request, address)
        if not signup:
            messages.info(request, gettext("We sent a link to %(email)s.") % {"email": address.email})

    def confirmation_mail(self, request: HttpRequest, address: EmailAddress) -> None:
        """Email the link that confirms an address, or that the address can't be used because another account has
        confirmed it or a decision holds it. Only the email says so, no page. The caller counts.
        """
        emailconfirmation = EmailConfirmationHMAC(address)
        if address_is_closed(email=address.email, to=address.user):
            self.send_account_already_exists_mail(address.email, claimed_by=address.user)
            return
        claims = EmailAddress.objects.filter(email=address.email).exclude(user=address.user)
        facts = {
            "user": address.user,
            "key": emailconfirmation.key,
            "activate_url": self.get_email_confirmation_url(request, emailconfirmation),
            "claimed_by_others": claims.exists(),
            "is_new": not address.user.is_guest and not is_confirmed(address.user),
        }
        self.send_mail("account/email/email_confirmation", address.email, facts)

    def send_account_already_exists_mail(self, email: str, claimed_by: User | None = None) -> None:
        """Email that the address has an account. `claimed_by`: the account that gave the address, whose emails are
        counted; none for a login with the provider.
        """
        if claimed_by is None and address_mails(library_context.request, email).begin():
            return
        if address_is_held(email=email):
            language = translation.get_language() or "en"
            account_mail_write("accounts/email/address_held", email, language, to=claimed_by, email=email)
            return
        facts = {
            "user": claimed_by,
            "login_url": with_wanted(reverse("account_login"), get_next_redirect_url(library_context.request)),
            "password_reset_url": reverse("account_reset_password"),
        }
        self.send_mail("account/email/account_already_exists", email, facts)

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """The link, with the page that the person wanted, such as an invitation: the email may be opened in another
        browser.
        """
        link = str(super().get_email_confirmation_url(request, emailconfirmation))
        return with_wanted(link, get_next_redirect_url(request))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue an email for after the commit, with links to PUBLIC_URL: allauth would use the request's Host."""
        links = {name: public_link(value) for name, value in context.items() if name.endswith("_url") and value}
        facts = {"request": library_context.request, "email": email, **context, **links, "site": settings.PUBLIC_URL}
        mail = self.render_mail(template_prefix, email, facts)
        written = outbox.mail_make(email, str(mail.subject), str(mail.body))
        outbox.mail_write(kind=template_prefix, mail=written, user=context.get("user"), worth=_worth(template_prefix))

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Send a notification, but only about changes to the password or two-factor login."""
        if not user.email or user.mail_stopped_at is not None:
            return
        if template_prefix.startswith("mfa/"):
            account_mail_write(template_prefix, user.email, user.language, to=user, user=user)
        elif template_prefix.startswith("account/email/password_"):
            password_change_notify(user)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Count a try at a password until it is right. Raises ValidationError after too many
        (accounts.sign_in.login_limits).
        """
        tries = begun(login_tries(request, _name_in(credentials)))
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user is None:
            LOGINS.add("wrong")
        else:
            tries.rollback()
        return user

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count nothing: `authenticate` counts tries."""

    def reauthenticate(self, user: User, password: str) -> bool:
        """Check the logged-in person's password. Raises ValidationError after too many tries, counted by session: a
        stolen one must not lock the owner out.
        """
        tries = begun(session_tries(library_context.request, user))
        right = user.can_log_in and user.check_password(password)
        if right:
            tries.rollback()
        return right

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        """The library's methods, and the page for an emailed code or the provider for people without password and app.
        The first method is the default.
        """
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        if user.is_authenticated and proves_without_password(user):
            methods.append({"id": WAY, "description": "", "url": reverse("account_reauthenticate_mail")})
        return methods

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """People without password, app and passkey are asked unless they have just logged in; those with nothing to
        prove themselves with, such as guests, never.
        """
        request = library_context.request
        user = request.user
        if not super().get_reauthentication_methods(user):
            return proves_without_password(user) and not has_just_logged_in(request, user)
        return bool(super().is_reauthentication_required(app=app, **more))

    def login(self, request: HttpRequest, user: User) -> None:
        """Log a person in, after all steps. Raises ImmediateHttpResponse while the account waits for the site team."""
        if not user.is_guest and is_waiting(user):
            raise ImmediateHttpResponse(redirect("registration_waiting"))
        super().login(request, user)

    def post_login(self, request: HttpRequest, user: User, **login: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **login)
        device_remember(request, response, user.pk)
        opened_forget(request)
        return response

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:settings")


class SecondFactorAdapter(DefaultMFAAdapter):
    """allauth's adapter for two-factor login; secrets are stored encrypted."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_delete_authenticator": _("You can’t turn this off."),
        "cannot_generate_recovery_codes": _("Set up an app first."),
        "incorrect_code": _("Wrong or expired code."),
        "rate_limited": _("Too many tries. Wait a few minutes."),
    }

    def is_mfa_enabled(self, user: User, types: Sequence[str] | None = None) -> bool:
        """Whether a login needs a second step. Only an app does: with a passkey alone, the password still suffices."""
        app = Authenticator.Type.TOTP
        asked = [app] if types is None or app in types else types
        return bool(super().is_mfa_enabled(user, asked))

    def generate_authenticator_name(self, user: User, type: str) -> str:  # noqa: A002 # allauth's signature
        """Name a passkey after the browser that made it."""
        return str(device(library_context.request.headers.get("User-Agent", "")))

    def get_totp_issuer(self) -> str:
        return settings.SITE_NAME

    def get_totp_label(self, user: User) -> str:
        return user.handle

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": settings.SITE_NAME}

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        return {**super().get_public_key_credential_user_entity(user), "name": user.handle}

    def encrypt(self, text: str) -> str:
        return seal(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The decrypted secret. If the key is lost, return a secret that no code matches."""
        try:
            return unseal(encrypted_text.encode()).decode()
        except Unreadable:
            logger.exception("A second factor was sealed with a key that CHAIN_KEY no longer names.")
            return str(generate_totp_secret())


def _name_in(credentials: dict[str, Any]) -> str:
    """The name in the credentials, without the request's Host, whose port would start a new count."""
    return str(credentials.get("email", credentials.get("username", "")))


def _worth(template_prefix: str) -> timedelta:
    if template_prefix.endswith("password_reset_key"):
        return timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
    if template_prefix == login_links.MAIL:
        return login_links.LIFE
    if "email_confirmation" in template_prefix:
        return timedelta(days=app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS)
    return outbox.WORTH


def _why_closed(user: User) -> str:
    if user.erased_at is not None:
        return gettext("This account was deleted.")
    if user.merged_into is not None:
        words = gettext("This account was merged into %(handle)s. Log in with that one.")
        return words % {"handle": user.merged_into.name}
    return gettext("This account is closed.")
