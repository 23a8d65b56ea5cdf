"""A game against a bot at a running site, over HTTP."""

import re
from http.client import HTTPException
from typing import TypedDict
from urllib.parse import urlencode

from tests.embedded.running import PATIENCE, Running, Visitor, wait_until

# A sweep finds a lost bot's turn.
BOT_PATIENCE = 2 * PATIENCE
# A page costs the site as much.
PAGE_TICK = 0.2
MAKE = """
from accounts.models import User
from games.lobby.services import NewGame, game_contribute, game_create
from tests.embedded.accounts import account_make
handle = {handle!r}
known = User.objects.filter(handle=handle).first()
key = "" if known else account_make(handle)
user = known or User.objects.get(handle=handle)
game = game_create(host=user, new=NewGame(seats=2, target=None, pace="14d", undo=False, bots=["berserker"]))
game_contribute(public_id=game.public_id, user=user, contribution=b"chance")
result = {{"key": key, "game": game.public_id}}
"""


class Made(TypedDict):
    key: str
    game: str


class Table:
    """A player with a game against a bot, who starts another game when one ends."""

    def __init__(self, site: Running, handle: str) -> None:
        self.site = site
        self.handle = handle
        self.visitor = Visitor()
        made = self._make()
        self.session = made["key"]
        self.game = made["game"]

    @property
    def path(self) -> str:
        return f"/g/{self.game}/text/"

    def play(self) -> None:
        self.act()
        self._page_to_act()

    def act(self) -> None:
        """Take a turn when it is mine."""
        page = self._page_to_act()
        version = version_of(page)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token, page
        choices: list[str] = re.findall(r'name="play" value="([^"]+)"', page)
        play = "pass" if "pass" in choices else min(choices, key=len)
        form = {"csrfmiddlewaretoken": token[1], "version": version, "as": "text", "play": play, "sure": "1"}
        status, after, _ = self.visitor.post(
            f"{self.site.address}/g/{self.game}/turn/", urlencode(form), Cookie=self._cookies()
        )
        assert status == 200, after
        assert version_of(after) > version, after

    def page(self) -> str:
        """The page's text; "" if the site gives none."""
        try:
            status, page, _ = self.visitor.get(self.site.address + self.path, Cookie=self._cookies())
        except (OSError, HTTPException):
            return ""
        return page if status == 200 else ""

    def _page_to_act(self) -> str:
        found = ""

        def met() -> bool:
            nonlocal found
            found = self.page()
            if " data-over" in found:
                self.game = self._make()["game"]
            return " data-my-turn" in found and " data-over" not in found

        wait_until(met, f"a turn to take at {self.path}", BOT_PATIENCE, tick=PAGE_TICK)
        return found

    def _cookies(self) -> str:
        tokens = [cookie.value for cookie in self.visitor.cookies if cookie.name == "csrftoken"]
        return "; ".join([f"sessionid={self.session}", *(f"csrftoken={token}" for token in tokens)])

    def _make(self) -> Made:
        made: Made = self.site.do(MAKE.format(handle=self.handle))
        return made


def version_of(page: str) -> int:
    found = re.search(r'id="table"[^>]* data-version="(\d+)"', page)
    assert found, page
    return int(found[1])
