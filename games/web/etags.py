"""The marks by which browsers ask whether a page has changed."""

from django.utils.crypto import salted_hmac

_DIGITS = 32


def etag_of(*shown: object) -> str:
    """A weak ETag of what a viewer is shown: equal values, equal marks. The values are frozen and plain.

    The hash has a key, so that a mark can't be compared with guesses of what it was made of.
    """
    digest = salted_hmac("games.views.etags", repr(shown), algorithm="sha256").hexdigest()
    return f'W/"{digest[:_DIGITS]}"'
