"""Switches the fast path: with ODIN_FAST=0 queries, turns and parts of pages take the plain way."""

from django.conf import settings

FAST: bool = settings.ODIN_FAST
"""Read as `switch.FAST`, which tests change."""
