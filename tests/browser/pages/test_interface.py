"""A script on another site reads by the interface for programs, with a token alone."""

from playwright.sync_api import Browser

from tests.api.programs import token_text
from tests.browser.pages.conftest import session_of
from tests.factories import make_person

# The status, or the name of the error with which the browser keeps the answer.
FETCH = """([address, options]) => fetch(address, options).then(
    (answer) => [answer.status, answer.headers.get("RateLimit") !== null], (error) => [error.name, false])"""


def test_scripts_elsewhere_read_with_a_token(browser: Browser, address: str) -> None:
    user = make_person("ana")
    bearer = {"headers": {"Authorization": f"Bearer {token_text(user)}"}}
    # To the browser, localhost is another site than its address. The site's own pages may not fetch from others.
    with browser.new_context(bypass_csp=True) as context:
        session = {"name": "sessionid", "value": session_of(user), "url": address}
        context.add_cookies([session])  # type: ignore[list-item]
        page = context.new_page()
        page.goto(address.replace("127.0.0.1", "localhost") + "/robots.txt")

        def fetched(path: str, **options: object) -> object:
            return page.evaluate(FETCH, [f"{address}/api/v1/{path}", options])

        assert fetched("me", **bearer) == [200, True]
        assert fetched("games", **bearer) == [200, True]
        assert fetched("me") == [401, False]
        assert fetched("me", **bearer, credentials="include") == ["TypeError", False]
        assert fetched("games/x/join", **bearer, method="POST") == ["TypeError", False]
