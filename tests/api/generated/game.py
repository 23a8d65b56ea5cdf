"""Play one hand against a bot by the generated client: `python game.py SITE TOKEN`, with `odin_client` on the path."""

import sys
import time
from importlib import import_module
from typing import Any, Final

MAX_CALLS: Final = 600
# The module exists only once it is generated.
models: Any = import_module("odin_client.models")


def call(client: Any, name: str, *path: str, **body: Any) -> Any:
    """Call an operation. Raises RuntimeError for a problem."""
    answer = import_module(f"odin_client.api.{name}").sync(*path, client=client, **body)
    if isinstance(answer, models.Problem):
        raise RuntimeError(f"{answer.error}: {answer.detail}")
    return answer


def play(client: Any) -> Any:
    new = models.NewGameBody.from_dict({"seats": 2, "bots": ["skald"], "target": None, "visibility": "private"})
    game = call(client, "games.create_game", body=new)
    game = call(client, "games.contribute", game.id, body=models.ContributionBody(contribution="00ff"))
    for _call in range(MAX_CALLS):
        if game.status != models.GameViewStatus.RUNNING:
            return game
        if game.legal:
            turn = models.TurnBody(version=game.version, turn=game.legal[0])
            game = call(client, "playing.take_turn", game.id, body=turn)
        else:
            time.sleep(0.2)
            game = call(client, "playing.get_game", game.id)
    raise RuntimeError(f"The hand isn't over after {MAX_CALLS} calls.")


if __name__ == "__main__":
    site, token = sys.argv[1:]
    generated: Any = import_module("odin_client")
    with generated.AuthenticatedClient(base_url=site, token=token, raise_on_unexpected_status=True) as opened:
        ended = play(opened)
    sys.stdout.write(f"{ended.status} {ended.points}\n")
