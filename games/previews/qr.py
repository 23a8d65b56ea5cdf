"""QR codes of the site's links, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

import qrcode
from django.utils.html import format_html
from django.utils.safestring import SafeString

_QUIET: Final = 4  # modules around the code, as readers expect


def qr_matrix(text: str) -> Sequence[Sequence[bool]]:
    """The code's modules by row, dark ones true, with the quiet zone."""
    code = qrcode.QRCode(border=_QUIET, error_correction=qrcode.constants.ERROR_CORRECT_M)
    code.add_data(text)
    code.make(fit=True)
    matrix: Sequence[Sequence[bool]] = code.get_matrix()
    return matrix


def qr_svg(text: str) -> SafeString:
    """Dark on white in both looks, as many readers want it. About 10 ms of processor time."""
    matrix = qr_matrix(text)
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {0}" shape-rendering="crispEdges">'
        '<path fill="#fff" d="M0 0h{0}v{0}H0z"/><path d="{1}"/></svg>',
        len(matrix),
        "".join(_runs(y, row) for y, row in enumerate(matrix)),
    )


def _runs(y: int, row: Sequence[bool]) -> str:
    """The row's dark modules as rectangles, one for neighbours."""
    drawn, x = "", 0
    for dark, modules in groupby(row):
        width = len(list(modules))
        drawn += f"M{x} {y}h{width}v1h-{width}z" if dark else ""
        x += width
    return drawn
