"""Default titles for unnamed games."""

import zlib

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TITLES: tuple[Promise, ...] = (
    _("Boathouse"), _("Long night"), _("First frost"), _("Herring run"), _("Smoke house"), _("Amber shore"),
    _("Two ravens"), _("Rowan tree"), _("North wind"), _("Mead bench"), _("Wool loft"), _("Salt wharf"),
    _("Midsummer"), _("Whale road"), _("Birch grove"), _("Iron bridge"), _("Grey seal"), _("Hearth fire"),
    _("Tar barrel"), _("Low sun"), _("High pasture"), _("Stone pier"), _("Snow lantern"), _("Bee meadow"),
    _("Longship"), _("Fog bank"), _("Juniper hill"), _("Net menders"), _("Harvest moon"), _("Wolf trail"),
    _("Quiet fjord"), _("Oak chest"), _("Sea eagle"), _("Ice fishing"), _("Old ferry"), _("Barley field"),
)  # fmt: skip


def default_title(public_id: str) -> str:
    return str(TITLES[zlib.crc32(public_id.encode()) % len(TITLES)])
