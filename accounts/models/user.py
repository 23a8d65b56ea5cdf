"""Accounts."""

from __future__ import annotations

import secrets
import zoneinfo
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.hashers import acheck_password, check_password, make_password
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Upper
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models.idle_connection import connection_give_back
from accounts.models.look_alike import handle_skeleton

HANDLE_MAX = 20
# Django's own, so that sessions from before `password_mark` stay valid.
SESSION_SALT: Final = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
HANDLE_RULE = _("Use 2 to 20 characters: letters a to z, digits, - and _.")


def validate_time_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("We don’t know the time zone %(name)s."), params={"name": name})


def new_password_mark() -> str:
    return secrets.token_hex(16)


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(handle__iexact=username)

    def create_user(self, handle: str, email: str = "", password: str | None = None, **extra: Any) -> User:
        user = self.model(handle=handle, email=self.normalize_email(email), **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, handle: str, email: str = "", password: str | None = None, **extra: Any) -> User:
        return self.create_user(handle, email, password, is_staff=True, is_superuser=True, **extra)


class User(AbstractBaseUser, PermissionsMixin):
    """A person, or a bot. Erased accounts keep their row, without name and address.

    A bot of the site cannot log in. A program plays for an outside bot, whose author logs in as a person does. A guest
    has no confirmed address yet.
    """

    handle = models.CharField(
        _("Username"),
        max_length=HANDLE_MAX,
        unique=True,
        validators=[RegexValidator(r"^[A-Za-z0-9][A-Za-z0-9_-]{1,19}\Z", HANDLE_RULE)],
        error_messages={"unique": _("This username is taken.")},
    )
    email = models.EmailField(_("Email address"), blank=True)
    # Changes only with the password. The password's hash also changes when a log-in renews it with more rounds.
    password_mark = models.CharField(max_length=128, default=new_password_mark, editable=False)
    time_zone = models.CharField(_("Time zone"), max_length=64, default="UTC", validators=[validate_time_zone])
    language = models.CharField(_("Language"), max_length=8, default="en")
    # The chosen drawing and colour (games.web.card_art); None: by id.
    avatar = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    is_bot = models.BooleanField(_("bot"), default=False)
    # Never taken back.
    is_outside_bot = models.BooleanField(_("outside bot"), default=False, db_default=False)
    is_guest = models.BooleanField(_("guest"), default=False)
    is_staff = models.BooleanField(_("Staff"), default=False)
    is_active = models.BooleanField(_("Active"), default=True)
    # Emails bounced: none is sent until the address changes or the person requests it.
    mail_stopped_at = models.DateTimeField(_("Emails stopped"), null=True, blank=True)
    mail_stopped_why = models.CharField(_("Reason"), max_length=200, blank=True)
    # Cached from decisions (accounts.models.sanctions).
    muted_until = models.DateTimeField(null=True, blank=True)
    barred_until = models.DateTimeField(null=True, blank=True)
    suspended_until = models.DateTimeField(null=True, blank=True)
    decisions_unread = models.BooleanField(default=False)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged", verbose_name=_("Merged into")
    )
    date_joined = models.DateTimeField(_("Joined"), default=timezone.now)
    erased_at = models.DateTimeField(pgettext_lazy("an account", "erased"), null=True, blank=True)

    objects = UserManager()

    USERNAME_FIELD = "handle"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email"]

    class Meta:
        verbose_name = _("Account")
        verbose_name_plural = _("Accounts")
        permissions = [
            ("give_role", "give and take roles"),
            ("close_person", "close and open accounts"),
            ("end_sessions", "see and end people's logins"),
            ("erase_person", "erase people and export what is known of them"),
        ]
        constraints = [
            models.UniqueConstraint(
                Lower("handle"), name="user_handle_any_case", violation_error_message=_("This username is taken.")
            ),
            models.UniqueConstraint(Lower("email"), name="user_email_any_case", condition=~Q(email="")),
        ]
        # An index for `iexact`, which the constraints above do not serve.
        indexes = [
            models.Index(Upper("handle"), name="user_handle_iexact"),
            models.Index(Upper("email"), name="user_email_iexact"),
            models.Index(handle_skeleton(), name="user_look_alike"),
            models.Index(fields=["date_joined"], name="user_joined"),
            models.Index(fields=["-id"], condition=Q(is_bot=True), name="user_bots"),
            models.Index(fields=["-id"], condition=Q(is_guest=True), name="user_guests"),
            models.Index(fields=["-id"], condition=Q(is_staff=True), name="user_staff"),
            models.Index(fields=["-id"], condition=Q(is_active=False), name="user_closed"),
            models.Index(fields=["-id"], condition=Q(erased_at__isnull=False), name="user_erased"),
            models.Index(fields=["-id"], condition=Q(mail_stopped_at__isnull=False), name="user_mail_stopped"),
            models.Index(fields=["-id"], condition=Q(muted_until__isnull=False), name="user_muted"),
            models.Index(fields=["-id"], condition=Q(barred_until__isnull=False), name="user_barred"),
            models.Index(fields=["-id"], condition=Q(suspended_until__isnull=False), name="user_suspended"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        """Save the account. The password's mark is saved with the password."""
        if update_fields is not None and "password" in update_fields:
            update_fields = {*update_fields, "password_mark"}
        super().save(*args, update_fields=update_fields, **options)

    def set_password(self, raw_password: str | None) -> None:
        connection_give_back()
        super().set_password(raw_password)
        self.password_mark = new_password_mark()

    def set_unusable_password(self) -> None:
        super().set_unusable_password()
        self.password_mark = new_password_mark()

    def check_password(self, raw_password: str | None) -> bool:
        """Check the password, and renew the hash if it is of an older kind. Ends no session and no link in an email."""
        connection_give_back()
        return check_password(raw_password, self.password, self._password_renew)

    async def acheck_password(self, raw_password: str | None) -> bool:
        async def renew(password: str) -> None:
            before, self.password = self.password, make_password(password)
            await User.objects.filter(pk=self.pk, password=before).aupdate(password=self.password)

        return await acheck_password(raw_password, self.password, renew)

    def _password_renew(self, raw_password: str) -> None:
        """Renew the hash, unless the password was changed since this row was read."""
        before, self.password = self.password, make_password(raw_password)
        User.objects.filter(pk=self.pk, password=before).update(password=self.password)

    def get_session_auth_hash(self) -> str:
        """The value that sessions store; it changes with the password alone."""
        return self._session_hash()

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The value that sessions stored under each of SECRET_KEY_FALLBACKS."""
        return map(self._session_hash, settings.SECRET_KEY_FALLBACKS)

    def _session_hash(self, secret: str | bytes | None = None) -> str:
        return salted_hmac(SESSION_SALT, self.password_mark, secret=secret, algorithm="sha256").hexdigest()

    @property
    def name(self) -> str:
        """The username, or a neutral name once the account is erased."""
        return gettext("Deleted account") if self.erased_at else self.handle

    @property
    def is_any_bot(self) -> bool:
        """Whether a program plays: one of the site, or one from outside."""
        return self.is_bot or self.is_outside_bot

    @property
    def is_person(self) -> bool:
        """Whether the account is neither a bot's of the site nor erased."""
        return not self.is_bot and self.erased_at is None

    @property
    def can_log_in(self) -> bool:
        return self.is_active and self.is_person

    @property
    def can_take_part(self) -> bool:
        """Whether the account can log in and open all pages: it is neither closed nor suspended or banned."""
        return self.can_log_in and not self.is_suspended

    @property
    def gets_mail(self) -> bool:
        """Whether emails arrive, as far as the site knows; guests have confirmed no address."""
        return bool(self.email) and not self.is_guest and self.mail_stopped_at is None

    @property
    def is_muted(self) -> bool:
        return _future(self.muted_until) or self.is_suspended

    @property
    def is_barred(self) -> bool:
        return _future(self.barred_until) or self.is_suspended

    @property
    def is_suspended(self) -> bool:
        """Whether only pages about the decision are open; true for banned people too."""
        return _future(self.suspended_until)


def _future(until: datetime | None) -> bool:
    return until is not None and until > timezone.now()
