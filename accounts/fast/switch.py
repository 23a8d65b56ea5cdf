"""The switch of the fast path: with ODIN_FAST=0, the site runs queries, stores turns and renders parts of pages in
their plain forms.
"""

from django.conf import settings

FAST: bool = settings.ODIN_FAST
"""Read as `switch.FAST`, which tests change."""
