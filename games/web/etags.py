"""ETags of the pages' contents."""

from django.utils.crypto import salted_hmac

_DIGITS = 32


def content_etag(*shown: object) -> str:
    """A weak ETag of frozen plain values; keyed, so that guesses of the content cannot be checked."""
    digest = salted_hmac("games.views.etags", repr(shown), algorithm="sha256").hexdigest()
    return f'W/"{digest[:_DIGITS]}"'
