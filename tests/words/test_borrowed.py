"""What Django and allauth say is said informally too."""

import django
import pytest
from babel.messages.pofile import read_po
from django.apps import apps
from django.forms import CharField, ChoiceField, EmailField, IntegerField, ValidationError
from django.utils import translation
from django.utils.translation import gettext

from accounts.sign_in.adapter import AccountAdapter, SecondFactorAdapter
from odinsite.borrowed_words import BORROWED
from tests.words.catalogues import ENGLISH, TRANSLATED, ids, messages, said, strings, translated
from tests.words.english import faults_in

FIELDS = [
    (CharField(), ""),
    (CharField(max_length=3), "four"),
    (ChoiceField(choices=[("a", "a")]), "b"),
    (EmailField(), "no address"),
    (IntegerField(), "one and a half"),
    (IntegerField(max_value=3), "4"),
    (IntegerField(min_value=3), "2"),
]
POLITE = {
    "fr": ("Saisissez", "Sélectionnez", "Assurez-vous", "vous"),
    "de": ("Bitte", " Sie "),
    "es": ("Introduzca", "Escoja", "Asegúrese", "Por favor"),
    "it": ("Lei ",),
    "nl": (" u ", " uw "),
    "ca": ("Introduïu", "Introduiu", "Esculliu", "Assegureu", "Si us plau", "Heu "),
}


def told(field: CharField | ChoiceField | EmailField | IntegerField, value: str) -> str:
    with pytest.raises(ValidationError) as error:
        field.clean(value)
    return " ".join(error.value.messages)


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize(("field", "value"), FIELDS, ids=lambda part: type(part).__name__)
def test_fields_speak_informally(
    language: str, field: CharField | ChoiceField | EmailField | IntegerField, value: str
) -> None:
    with translation.override("en"):
        english = told(field, value)
    with translation.override(language):
        words = told(field, value)
    assert words != english
    assert not [polite for polite in POLITE[language] if polite in words]


def test_english_says_some_of_them_in_our_words() -> None:
    with translation.override("en"):
        assert told(ChoiceField(choices=[("a", "a")]), "b") == "“b” isn’t a choice. Choose one from the list."
        assert told(IntegerField(max_value=3), "4") == "3 at most."
        assert told(CharField(max_length=1), "four") == "1 character at most (it’s 4)."


def test_the_english_catalogue_has_nothing_else() -> None:
    ours = messages(translated(ENGLISH))
    plurals = {ids(message)[0] for message in ours.values() if message.pluralizable}
    assert {text for _context, text in ours} <= {*BORROWED, *plurals}
    assert set(ours) <= set(messages(said()))
    assert not [fault for message in ours.values() for text in strings(message) for fault in faults_in(text)]


def test_each_borrowed_message_is_a_librarys() -> None:
    libraries = [f"{django.__path__[0]}/conf", apps.get_app_config("account").path.removesuffix("/account")]
    theirs = set()
    for library in libraries:
        with open(f"{library}/locale/fr/LC_MESSAGES/django.po", "rb") as file:
            theirs |= set(messages(read_po(file, locale="fr")))
    assert {("", message) for message in BORROWED} <= theirs


@pytest.mark.parametrize("reason", ["rate_limited", "same_as_current", "incorrect_password", "too_many_login_attempts"])
def test_the_adapters_say_it_in_our_words(reason: str) -> None:
    for adapter in (AccountAdapter, SecondFactorAdapter):
        if reason in adapter.error_messages:
            with translation.override("en"):
                assert ("", gettext(str(adapter.error_messages[reason]))) in messages(said())
