"""Reads the passkey answers that browsers send, and refuses malformed ones with a message.

allauth's library fido2 accepts answers from other ports, subdomains and frames, and fails with errors of many kinds at
malformed ones.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from struct import error as struct_error
from typing import Any, Final
from urllib.parse import urlsplit

from allauth.core import context
from cryptography.exceptions import UnsupportedAlgorithm
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from fido2.utils import websafe_decode

FAILED: Final = _("That didn’t work. Try again.")
# A passkey's answer takes some 1,000, with an attestation some 4,000.
LENGTH_MAX: Final = 20_000
# Errors that reading a malformed answer raises.
_JUNK = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError),
    *(struct_error, UnsupportedAlgorithm),
)
# Codes of the library's refusals that keep their own message.
_LIMITS = ("rate_limited", "too_many_login_attempts")


@contextmanager
def junk_refused() -> Iterator[None]:
    """Turn every error in reading an answer into a ValidationError with a message in the reader's language."""
    try:
        yield
    except forms.ValidationError as refused:
        if getattr(refused, "code", "") in _LIMITS:
            raise
        raise forms.ValidationError(FAILED) from refused
    except _JUNK as broken:
        raise forms.ValidationError(FAILED) from broken


class CredentialField(forms.CharField):
    """A browser's answer as a dict. It must come from a page of this site outside any other site's frame."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return text
        with junk_refused():
            return _answer(text)


def _answer(text: str) -> dict[str, Any]:
    """The browser's answer. Raises ValueError, TypeError, KeyError and others of _JUNK."""
    if len(text) > LENGTH_MAX:
        raise ValueError("too long")
    answer = json.loads(text)
    # The database stores neither half surrogates nor null characters nor NaN.
    plain = json.dumps(answer, ensure_ascii=False, allow_nan=False)
    plain.encode()
    if "\\u0000" in plain:
        raise ValueError("a null character")
    said = json.loads(websafe_decode(answer["response"]["clientDataJSON"]).decode())
    if said["origin"] != own_origin(context.request) or said.get("crossOrigin", False) is not False:
        raise ValueError("made on a page of another site")
    if "topOrigin" in said:
        raise ValueError("made in a frame of another site")
    return dict(answer)


def own_origin(request: HttpRequest) -> str:
    """PUBLIC_URL's scheme and port with the requested, allowed host name. The port in the Host header is not used, as
    any client may write one there.
    """
    public = urlsplit(settings.PUBLIC_URL)
    name = request.get_host().partition(":")[0]
    port = "" if public.port is None else f":{public.port}"
    return f"{public.scheme}://{name}{port}"
