"""Accounts of bots, created when first needed."""

from django.db import IntegrityError, transaction

from accounts.models import User
from games import bots
from games.errors import Refused
from games.models import BotAccount
from games.play.errors import PlayReason

CARETAKER = "hirdman"


def bot_user(name: str) -> User:
    """The account of the bot `name`, created if there is none. Raises Refused(NO_SUCH_BOT)."""
    if name not in bots.names():
        raise Refused(PlayReason.NO_SUCH_BOT)
    account = BotAccount.objects.select_related("user").filter(name=name).first()
    return account.user if account is not None else _account_create(name)


def bot_handles() -> dict[str, str]:
    """The usernames of the bots that have an account, by the bots' names. One query."""
    return dict(BotAccount.objects.values_list("name", "user__handle"))


def _account_create(name: str) -> User:
    """Create a bot's account, unless a concurrent transaction does so first."""
    try:
        with transaction.atomic():
            user = User.objects.create_user(handle=_free_handle(bots.get(name).label), is_bot=True)
            return BotAccount.objects.create(name=name, user=user).user
    except IntegrityError:
        return BotAccount.objects.select_related("user").get(name=name).user


def _free_handle(label: str) -> str:
    """A free username like `label`, which a person may have taken."""
    handle, number = label, 2
    while User.objects.filter(handle__iexact=handle).exists():
        handle, number = f"{label}-{number}", number + 1
    return handle


def caretaker_user() -> User:
    return bot_user(CARETAKER)
