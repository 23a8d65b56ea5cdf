"""Schemathesis calls every operation with values made from the document: right, wrong, and in sequences.

No answer is an error of the server, differs from the document, or holds a card that its account may not know.
SCHEMATHESIS_EXAMPLES sets how many requests of each kind an operation gets.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from base64 import b64decode
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from accounts.models import ApiToken, User
from games.lobby.invitations import person_invite
from games.lobby.services import NewGame
from games.models import Game
from tests.api.programs import token_text
from tests.api.test_playing import cards_in
from tests.factories import make_game, make_person, state_of
from tests.games_laid import finished_game
from tests.live.children import web

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]

EXAMPLES: Final = os.environ.get("SCHEMATHESIS_EXAMPLES", "2")
PROGRAM: Final = Path(sys.executable).with_name("schemathesis")
LIMIT_S: Final = 480 + 20 * int(EXAMPLES)
# Ids and names that exist, which chance would not find.
CONFIG: Final = """
[dictionaries]
games = {{ values = {games} }}
people = {{ values = {people} }}

[parameters]
"path.game" = {{ dictionary = "games", probability = 0.8 }}
"path.username" = {{ dictionary = "people", probability = 0.8 }}

# A schema cannot tell bots, turns, records and games with undo.
[[operations]]
include-operation-id = {refusing}
checks.positive_data_acceptance.expected-statuses = ["2xx", 401, 403, 404, 409, 422, 429]
"""
REFUSING: Final = [
    *("create_game", "start_game", "take_turn", "undo_turn", "challenge_player", "import_record"),
    *("become_bot", "change_bot"),
]
SCOPES: Final = [(), *((scope,) for scope in ApiToken.Scope.values), tuple(ApiToken.Scope.values)]


@pytest.fixture(scope="module")
def site(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    with web(folder / "web.log", program="tests.api.unlimited", DEBUG="") as process:
        yield f"http://{process.address}"


def requests_sent(site: str, headers: list[str], folder: Path, games: list[Game]) -> list[dict[str, Any]]:
    """Run Schemathesis, and return its requests with their answers. Fails with what it found."""
    config, report = folder / "schemathesis.toml", folder / "requests.har"
    ids = [game.public_id for game in games]
    chosen = {"games": ids, "people": ["bob", "charlie", "alice"], "refusing": REFUSING}
    config.write_text(CONFIG.format(**{name: json.dumps(values) for name, values in chosen.items()}))
    command: list[str | Path] = [PROGRAM, "--config-file", config, "run", f"{site}/api/v1/openapi.json"]
    command += ["--checks", "all", "--max-examples", EXAMPLES, "--seed", "1"]
    command += ["--report-har-path", report, "--output-sanitize", "false", "--request-timeout", "60"]
    # Streams do not end by themselves (tests.live.test_streams).
    command += ["--exclude-tag", "streams", *headers]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False, cwd=folder)
    assert ended.returncode == 0, ended.stdout[-20_000:] + ended.stderr[-2_000:]
    entries: list[dict[str, Any]] = json.loads(report.read_text())["log"]["entries"]
    return entries


def hands_of_others(game: Game, user: User) -> set[str]:
    """The cards of the other players, who take no turns here."""
    state, seats = state_of(game), game.seats.exclude(user=user)
    return {str(card) for seat in seats for card in state.hands[seat.number]}


def json_of(entry: dict[str, Any]) -> Any:
    """The JSON of a recorded answer; None if it has none."""
    content = entry["response"]["content"]
    text = content.get("text") or ""
    body = b64decode(text) if content.get("encoding") == "base64" else text.encode()
    return json.loads(body) if "json" in content.get("mimeType", "") and body else None


def parts_about(public_id: str, value: Any) -> list[Any]:
    """The objects of an answer that have this id."""
    if isinstance(value, list):
        return [part for each in value for part in parts_about(public_id, each)]
    if not isinstance(value, dict):
        return []
    return [value] if value.get("id") == public_id else parts_about(public_id, list(value.values()))


@pytest.mark.parametrize("scopes", SCOPES, ids=", ".join)
def test_no_request_breaks_the_document(
    scopes: tuple[str, ...], site: str, alice: User, bob: User, tmp_path: Path
) -> None:
    own = make_game([alice, bob, make_person("charlie")])
    others = make_game([bob, make_person("dora"), make_person("emma")])
    invited = make_game([bob], NewGame(seats=2), contribute=False)
    person_invite(public_id=invited.public_id, host=bob, handle="alice")
    games = [own, others, invited, finished_game([alice, bob])]
    hidden = {game.public_id: hands_of_others(game, alice) for game in (own, others)}
    headers = ["-H", f"Authorization: Bearer {token_text(alice, *scopes)}"] if scopes else []
    sent = requests_sent(site, headers, tmp_path, games)
    assert len(sent) > 50
    statuses = Counter(entry["response"]["status"] for entry in sent)
    sys.stdout.write(f"{', '.join(scopes) or 'logged out'}: {len(sent)} requests, {dict(sorted(statuses.items()))}\n")
    for entry in sent:
        answer = json_of(entry)
        for public_id, cards in hidden.items():
            seen = answer if public_id in entry["request"]["url"] else parts_about(public_id, answer)
            assert not cards & cards_in(seen), entry
