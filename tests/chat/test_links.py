"""Links in the chat lead away after a question, and names are marked."""

import pytest

from accounts.models import User
from games.chat.parts import line_parts
from games.chat.services import chat_write
from games.models import Game
from games.moderation.acts.chat_lines import chat_hide
from games.people.blocks import person_mute
from tests.clients import ClientOf
from tests.factories import make_staff
from tests.page_texts import main_of, words_of
from tests.table.tables import game_url

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("Look: https://example.org/a?b=1&c#d.", {"https://example.org/a?b=1&c#d": "example.org"}),
        ("(http://example.org/a_(b)), HTTPS://EXAMPLE.ORG!", {
            "http://example.org/a_(b)": "example.org", "HTTPS://EXAMPLE.ORG": "example.org",
        }),
        # Letters that look like others show in the host.
        ("https://\u0430pple.com/", {"https://\u0430pple.com/": "xn--pple-43d.com"}),
        ("https://odin.example.org@evil.example/ javascript:alert(1) //x.org ftp://x.org https:// https://[", {}),
        ("https://" + "a" * 70 + ".org", {}),
        # Browsers read these as other hosts than the standard's older edition does, which we know.
        ("https://fa\u00df.de/ https://\u03bf\u03c2.gr https://a\u200db.de https://a\u200cb.de https://\u1e9e.de", {}),
        # As people write them: an address without a scheme.
        ("See www.example.org/a, (WWW.Example.org:8080) or \u201cwww.a.example.org.\u201d", {
            "www.example.org/a": "www.example.org", "WWW.Example.org:8080": "www.example.org",
            "www.a.example.org": "www.a.example.org",
        }),
        ("www. www.example www..org wwww.example.org a@www.example.org ftp://www.example.org //www.example.org", {}),
        ("a.www.example.org a-www.example.org www.example.org@evil.example www.f\u00df.de", {}),
        ("https://evil.example\\.example.org/ https://example.org%2eevil.example https://example.org&x", {}),
    ],
)  # fmt: skip
def test_links_end_where_the_sentence_goes_on(text: str, links: dict[str, str]) -> None:
    parts = line_parts(text)
    assert "".join(part.text for part in parts) == text
    assert {part.text: part.host for part in parts if part.link is not None} == links


def test_only_whole_usernames_are_names() -> None:
    names = [part.text for part in line_parts("@bob, mail a@b.org or @@ann-2 and @al-fa!") if part.is_name]
    assert names == ["@bob", "@al-fa"]


def test_a_link_is_opened_after_a_question(game: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    address = "https://example.org/<b>?a=1&b"
    line = chat_write(public_id=game.public_id, user=alice, text=f"@bob {address}")
    his = client_of(bob)
    question = game_url("chat", game) + f"link/{line.pk}/0/"
    shown = main_of(his.get(game_url("chat", game)))
    assert f'href="{question}" target="_blank"' in shown
    assert 'rel="nofollow ugc noopener"' in shown
    assert "<b>@bob</b" in shown
    page = his.get(question)
    # An address ends at the first character that cannot belong to it.
    assert "alice’s link leads to example.org . We don’t check links." in words_of(page)
    assert 'href="https://example.org/" rel="nofollow ugc noopener noreferrer"' in main_of(page)
    assert his.get(game_url("chat", game) + f"link/{line.pk}/1/").status_code == 404


def test_an_address_without_a_scheme_is_opened_with_one(
    game: Game, alice: User, bob: User, client_of: ClientOf
) -> None:
    line = chat_write(public_id=game.public_id, user=alice, text="www.example.org/<b>?a=1&b")
    his = client_of(bob)
    question = game_url("chat", game) + f"link/{line.pk}/0/"
    assert 'rel="nofollow ugc noopener">www.example.org/</a>&lt;b&gt;?a=1&amp;b' in main_of(
        his.get(game_url("chat", game))
    )
    page = main_of(his.get(question))
    assert 'href="https://www.example.org/" rel="nofollow ugc noopener noreferrer"' in page
    assert "<code>https://www.example.org/</code>" in page


def test_only_readers_of_the_line_are_asked(
    game: Game, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    line = chat_write(public_id=game.public_id, user=alice, text="https://example.org")
    question = game_url("chat", game) + f"link/{line.pk}/0/"
    assert client_of(charlie).get(question).status_code == 404
    assert client_of(bob).get(question).status_code == 200
    person_mute(user=bob, handle="alice")
    assert client_of(bob).get(question).status_code == 404
    chat_hide(actor=make_staff("marta", "moderator"), line_id=line.pk, reason="A bad link.")
    assert client_of(alice).get(question).status_code == 404
