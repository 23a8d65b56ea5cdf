"""The net in torch: its values of turns, and its numbers as the kernel reads them."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import Final

import torch
from torch import nn
from torch.nn import functional

from games.bots.learning.hands import INPUTS, NO_INPUT
from games.engine.cards import COLOURS

_WIDTHS: Final = (INPUTS, 512, 128, 64, 2)
_NUMBERS: Final = 9
# The first inputs are cards in eight places: left, on the table, known of five others, and gone.
_PLACES: Final = 8


def new_net() -> nn.Sequential:
    """A new net. At first all turns are worth the same, with a chance to win of slightly below a quarter."""
    layers = [nn.Linear(before, after) for before, after in pairwise(_WIDTHS)]
    nn.init.normal_(layers[0].weight, std=0.1)
    nn.init.zeros_(layers[-1].weight)
    with torch.no_grad():
        layers[-1].bias.copy_(torch.tensor([-1.1, 0.5]))
    between = [part for layer in layers[:-1] for part in (layer, nn.ReLU())]
    return nn.Sequential(*between, layers[-1])


def outputs(net: nn.Sequential, rows: torch.Tensor) -> torch.Tensor:
    """For each row, the logit of winning and points / 9. In bfloat16, which new processors multiply twice as fast."""
    ones = torch.zeros(len(rows), INPUTS, dtype=torch.bfloat16)
    ones.scatter_(1, rows.long(), 1.0)
    ones[:, NO_INPUT] = 0
    with torch.autocast("cpu", torch.bfloat16):
        return net(ones).float()


def loss(net: nn.Sequential, rows: torch.Tensor, targets: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The loss of the chance to win, and that of the points."""
    found = outputs(net, rows)
    won = functional.binary_cross_entropy_with_logits(found[:, 0], targets[:, 0])
    return won, functional.mse_loss(found[:, 1], targets[:, 1])


def colour_orders() -> torch.Tensor:
    """For each order of the colours, the new index of each input."""
    orders = list(permutations(range(len(COLOURS))))
    size = len(COLOURS) * _NUMBERS
    cards = torch.tensor([[_NUMBERS * to + number for to in order for number in range(_NUMBERS)] for order in orders])
    found = torch.arange(INPUTS).repeat(len(orders), 1)
    for place in range(_PLACES):
        # The goat, which follows the other cards, stays.
        begin = place * (size + 1)
        found[:, begin : begin + size] = begin + cards
    return found.short()


def recoloured(rows: torch.Tensor, orders: torch.Tensor) -> torch.Tensor:
    """The rows with colours permuted at random, since all colours are equivalent."""
    drawn = torch.randint(len(orders), (len(rows), 1))
    return orders[drawn, rows.long()]


def packed(net: nn.Sequential) -> bytes:
    """Layer by layer the rows of weights and the offsets, in half precision."""
    parts = [part.detach().half() for layer in net[::2] for part in (layer.weight.t(), layer.bias)]
    return b"".join(part.contiguous().numpy().tobytes() for part in parts)
