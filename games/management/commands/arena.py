"""`arena`: bots play each other, without a database."""

import csv
import json
import shlex
import shutil
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots import names
from games.bots.arena import EXTERNAL, BotFigures, Match, figures, play
from games.bots.arena.match import GameResult
from games.bots.registry import ARENA_ONLY
from games.engine import TARGETS, GameOptions

HAND = "hand"
_BAR = 30


class Command(BaseCommand):
    help = "Play bots against each other on all cores, each deal once for every rotation of the bots over the seats."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--list", action="store_true", help="print the bots' names, weakest first, and end")
        add("--bots", default="greedy,random", help=f"names, or {EXTERNAL}COMMAND; in quotes with a comma in it")
        add("--seats", type=int, choices=range(2, 7), default=2, help="seats a game (2); the bots repeat in turn")
        add("--games", type=int, default=100, help="how many games, rotations included (100)")
        add("--seed", type=int, default=1, help="seed of deals and bots (1)")
        add("--budget-ms", type=int, default=200, help="milliseconds a turn (200)")
        add("--target", choices=[HAND, *map(str, TARGETS)], default="15", help="points that end a game, or a hand (15)")
        add("--json", action="store_true", help="print the figures as one JSON object on the last line")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            self.stdout.write("\n".join(names()))
            return
        match = _match(options)
        found = figures(list(self._with_progress(play(match), match.games)))
        if options["json"]:
            # Programs read this form, which has no kinds of faults.
            told = {
                name: {key: figure for key, figure in bot.items() if key != "faults"} for name, bot in found.items()
            }
            self.stdout.write(json.dumps({"games": match.games, "bots": told}))
        else:
            self.stdout.write("\n".join(_bot_summary(name, bot) for name, bot in found.items()))

    def _with_progress(self, results: Iterator[GameResult], games: int) -> Iterator[GameResult]:
        """Draws a bar on standard error while results come; in few steps where that is a file."""
        drawn, steps = -1, 100 if self.stderr.isatty() else 10
        for done, result in enumerate(results, 1):
            yield result
            if done * steps // games != drawn:
                drawn = done * steps // games
                bar = "#" * (done * _BAR // games)
                self.stderr.write(f"\r[{bar:<{_BAR}}] {done} of {games} games", ending="\n" if done == games else "")
                self.stderr.flush()


def _match(options: dict[str, Any]) -> Match:
    """The match of these options. Raises CommandError."""
    bots = tuple(name.strip() for name in next(csv.reader([options["bots"]], skipinitialspace=True)))
    for name in bots:
        _check(name)
    seats, target = options["seats"], options["target"]
    if len(bots) > seats:
        raise CommandError(f"{len(bots)} bots do not fit on {seats} seats.")
    if options["games"] < 1 or options["budget_ms"] < 0:
        raise CommandError("--games takes a number from 1 up, --budget-ms one from 0 up.")
    game = GameOptions(seats, target=None if target == HAND else int(target), two_player_deck=seats == 2)
    return Match(bots, game, options["games"], options["seed"], options["budget_ms"])


def _check(name: str) -> None:
    if name.startswith(EXTERNAL):
        try:
            command = shlex.split(name.removeprefix(EXTERNAL))
        except ValueError as error:
            raise CommandError(f"{name}: {error}") from error
        if not command or shutil.which(command[0]) is None:
            raise CommandError(f"{name} names no program.")
    elif name not in (known := (*names(), *ARENA_ONLY)):
        raise CommandError(f"There is no bot {name!r}. There are: {', '.join(known)}.")


def _bot_summary(name: str, bot: BotFigures) -> str:
    lost = ", ".join(f"{count} {fault}" for fault, count in bot["faults"].items())
    return (
        f"{name}: {100 * bot['win_share']:.1f} ± {100 * bot['ci95']:.1f} % of {bot['games']} games,"
        f" {bot['mean_points']:.2f} points, {bot['ms_per_turn']:.1f} ms a turn"
        + (f"; lost {bot['illegal']} by its answers: {lost}" if lost else "")
    )
