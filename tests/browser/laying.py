"""Hands laid out card by card at a table that stands, for pages that look their own with certain cards."""

from tests.browser.players import Player

LAY = """
from games.models import Game
from tests.games_laid.cards import lay
game = Game.objects.get(public_id="{game}")
seat = game.seats.get(user__handle="{handle}").number
others = game.seats_count - 1
held = [" ".join("{other}".split()[first::others]) for first in range(others)]
held.insert(seat, "{cards}")
lay(game, *held, to_act=seat, table="{table}", table_seat=(seat + 1) % game.seats_count)
"""


def lay_hands(player: Player, cards: str, *, table: str, other: str = "G9 P8 O7 K5 B4") -> None:
    """Have the person hold these cards over the set of the seat to the left, and look at it at their turn.

    The others hold the cards `other` between them.
    """
    game = player.page.locator("#table").get_attribute("data-game")
    laid = LAY.format(game=game, handle=player.handle, cards=cards, other=other, table=table)
    player.site.do(laid)
    player.page.reload()
    player.at_table()
    player.page.locator("#table[data-my-turn]").wait_for()
    player.go_on()
