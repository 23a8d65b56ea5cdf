"""The account of the token."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from ninja import Router

from accounts.models import ApiToken
from games.api.auth import ANY, caller, token_of
from games.api.schemas import Me, errors

router: Final = Router(tags=["account"], exclude_unset=True)


@router.get("me", response={200: Me, **errors()}, auth=ANY, summary="See the account")
def get_me(request: HttpRequest) -> object:
    """The account of this token, and what the token may do."""
    user, scopes = caller(request), token_of(request).scopes
    me = {
        "username": user.handle,
        "bot": user.is_outside_bot,
        "language": user.language,
        "time_zone": user.time_zone,
        "scopes": scopes,
    }
    return me | {"email": user.email} if ApiToken.Scope.ACCOUNT in scopes else me
