"""The sentences of a deal's check in the browser. js/fair/check.js has the sentences of a record in English, too."""

from typing import Final

from django.utils.translation import gettext_lazy

CHECK_WORDS: Final = {
    "malformed": gettext_lazy("The field {field} is missing or malformed."),
    "wrong": gettext_lazy("The field {field} doesn’t fit the rest of the record."),
    "note": gettext_lazy("The field {field} isn’t what your browser noted when you joined."),
    "sound": gettext_lazy("The cards, turns and points fit. Hands checked: {hands}."),
    "none": gettext_lazy("The fingerprint fits. No hand is over yet."),
    "in": gettext_lazy("Your data is in this deal, and the anchor is the one that your browser noted."),
    "unsent": gettext_lazy("The anchor is the one that your browser noted. It added no data."),
    "unknown": gettext_lazy("To check your own data, use the browser you joined with, or its note."),
    "empty": gettext_lazy("No player added data to this game, so you have to trust the site."),
}
PAGE_WORDS: Final = {
    "insecure": gettext_lazy("Your browser can check deals only over https. Use the checker on your computer."),
    "failed": gettext_lazy("The check didn’t work. Reload the page to try again."),
}
