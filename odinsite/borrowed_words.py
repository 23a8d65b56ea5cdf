"""Messages of Django and allauth that people here read, listed so that this project's catalogues translate them.

The libraries address the reader formally in some languages; everything else here is informal. Nothing uses these
values: Django looks the libraries' messages up in this project's catalogues first. The English catalogue has only those
messages that this project words differently.
"""

from typing import Final

from django.utils.translation import gettext_noop, ngettext_lazy

BORROWED: Final = (
    gettext_noop("This field is required."),
    gettext_noop("Enter a whole number."),
    gettext_noop("Enter a valid value."),
    gettext_noop("Enter a valid email address."),
    gettext_noop("Enter a valid date."),
    gettext_noop("Enter a valid time."),
    gettext_noop("Enter a valid date/time."),
    gettext_noop("Select a valid choice. That choice is not one of the available choices."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
    gettext_noop("Ensure this value is less than or equal to %(limit_value)s."),
    gettext_noop("Ensure this value is greater than or equal to %(limit_value)s."),
    gettext_noop("You must type the same password each time."),
    # Django writes Italian ones with a capital.
    *(gettext_noop("Mon"), gettext_noop("Tue"), gettext_noop("Wed"), gettext_noop("Thu")),
    *(gettext_noop("Fri"), gettext_noop("Sat"), gettext_noop("Sun")),
)
BORROWED_PLURALS: Final = (
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
)
