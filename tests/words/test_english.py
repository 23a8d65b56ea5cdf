"""The English messages keep the rules for words, and each check finds what it looks for."""

import pytest
from babel.messages.catalog import Message

from tests.words import english, glossary
from tests.words.buttons import MOST_TRANSLATED, messages_on, on_buttons, too_long, translated_button_faults
from tests.words.checks import ENGLISH
from tests.words.duplicates import groups
from tests.words.english import MOST_WORDS, faults_in, straight
from tests.words.glossary import term_faults
from tests.words.placeholders import misfilled, misshaped
from tests.words.plain import riddles_in, sources


@pytest.mark.parametrize("check", ENGLISH)
def test_a_check_of_the_english_finds_nothing(check: str) -> None:
    assert ENGLISH[check]() == []


def test_each_exception_is_used() -> None:
    assert english.unused_exceptions() == []
    assert glossary.unused_exceptions() == []


@pytest.mark.parametrize(
    "text",
    [
        "Whoever leads plays first.",
        "Who leads plays first.",
        "It stands at once.",
        "He lays a card",
        "Send an e-mail",
        "One; two",
        "You can't",
        "%(share)s %% in time",
        "word " * (MOST_WORDS + 1),
    ],
)
def test_it_finds_words_to_avoid(text: str) -> None:
    assert list(faults_in(text)) != []


@pytest.mark.parametrize("text", ["Delayed by bots", "You can’t", "%(share)s%% in time", '<a href="/">Go</a>', "Who"])
def test_it_leaves_good_words(text: str) -> None:
    assert list(faults_in(text)) == []


def test_quotes_of_a_translation_are_curly() -> None:
    assert straight("You can’t", "Tu n'as pas")
    assert not straight("You can’t", 'Tu n’as pas <b class="x">')


def test_near_duplicates_have_the_same_context() -> None:
    one, other = Message("Hand {number}"), Message("hand %(n)s.")
    assert groups([one, other]) == [["Hand {number}", "hand %(n)s."]]
    assert groups([one, Message("hand %(n)s.", context="a label")]) == []


def test_it_finds_the_messages_on_buttons() -> None:
    source = """
        {% trans "Not here" %} <a href="{% url 'home' %}">{% trans "Nor here" %}</a> {% trans "Named" as name %}
        <button title="{% trans 'A tooltip' %}">{% if a %}{% trans "Pass" context "verb" %}
        {% else %}{{ name }}{% endif %}
        <span class="visually-hidden">{% trans "Unseen" %}</span></button>
        <a class="button{% if b %} x{% endif %}">{{ _("play")|capfirst }} {% blocktrans trimmed count n=2 %}
          One
          card
        {% plural %}{{ n }} cards{% endblocktrans %}</a>"""
    assert messages_on(source) == [("verb", "Pass"), ("", "Named"), ("", "play"), ("", "One card")]


def test_a_button_is_short() -> None:
    assert too_long("Put the chosen cards first")
    assert not too_long("Play %(cards)s now")
    key = next(iter(on_buttons()))
    assert list(translated_button_faults(key, Message(key[1], string="x" * (MOST_TRANSLATED + 1)))) != []
    assert list(translated_button_faults(key, Message(key[1], string="x" * MOST_TRANSLATED))) == []


def test_a_term_has_its_word_in_each_language() -> None:
    assert list(term_faults("de", Message("Two planned turns", string="Zwei geplante Züge"))) == []
    assert len(list(term_faults("de", Message("Two planned turns", string="Zwei Daueraufträge")))) == 2


def test_translations_keep_placeholders_tags_and_spaces() -> None:
    assert misfilled(Message("Hand %(n)s", string="Mano %(m)s"))
    assert misfilled(Message("Edit: %s", string="Modifier"))
    assert not misfilled(Message(("One card", "{n} cards"), string=("Une carte", "{n} cartes")))
    assert misshaped(Message("<b>Hand</b>", string="Main"))
    assert misshaped(Message("Hand ", string="Main"))


def test_it_reads_documents_docstrings_and_comments() -> None:
    assert {"README.md", ".github/CHANGELOG.md", "games/engine/__init__.py", "tests/conftest.py"} <= set(sources())
    document = "Who plays `anew` leads.\n\nWho leads? It stands\nbeside."
    module = '"""Laid anew."""\nwhom = "whoever"  # Meanwhile.\n'
    assert list(riddles_in("a.md", document)) == [
        "avoid 'Who': a.md:1",
        "avoid 'stands': a.md:3",
        "avoid 'beside': a.md:4",
    ]
    assert list(riddles_in("a.py", module)) == [
        "avoid 'Laid': a.py:1",
        "avoid 'anew': a.py:1",
        "avoid 'Meanwhile': a.py:2",
    ]
