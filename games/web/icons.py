"""Line icons: `{% icon "clock" %}`."""

from __future__ import annotations

from typing import Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

# Strokes in a 24 by 24 square; width and colour in base.css.
DRAWINGS: Final = {
    "back": '<path d="M15 4 7 12 15 20"/>',
    "bulb": (
        '<path d="M9 18.5H15M10 21.5H14'
        'M12 2.5A6.5 6.5 0 0 0 8.2 14.3Q9 15 9 16H15Q15 15 15.8 14.3A6.5 6.5 0 0 0 12 2.5Z"/>'
    ),
    "cards": '<path d="M3.5 7.5 12 5 15.5 17.5 7 20ZM14.5 4.5H20.5V17.5H18"/>',
    "check": '<path d="M4 12.5 10 18.5 20 6"/>',
    "chevron": '<path d="M9 4 17 12 9 20"/>',
    "chevron-down": '<path d="M5 9 12 16 19 9"/>',
    "cross": '<path d="M5 5 19 19M19 5 5 19"/>',
    "exclamation": '<path d="M12 4V14M12 18V20.5"/>',
    "figures": '<path d="M4 20.5H20M7 17V12M12 17V5M17 17V9"/>',
    "first": '<path d="M17 5 10 12 17 19M7 5V19"/>',
    "hand-after": '<path d="M5 5 12 12 5 19M12 5 19 12 12 19"/>',
    "hand-before": '<path d="M12 5 5 12 12 19M19 5 12 12 19 19"/>',
    "hourglass": '<path d="M6 3H18M6 21H18M7.5 3V7L12 12 7.5 17V21M16.5 3V7L12 12 16.5 17V21"/>',
    "last": '<path d="M7 5 14 12 7 19M17 5V19"/>',
    "list": '<path d="M8.5 6H21M8.5 12H21M8.5 18H21M3 6H5.4M3 12H5.4M3 18H5.4"/>',
    "menu": '<path d="M3 5.5H21M3 12H21M3 18.5H21"/>',
    "moon": '<path d="M19.5 14.5A8.5 8.5 0 0 1 9.5 4.5 8.5 8.5 0 1 0 19.5 14.5Z"/>',
    "more": '<path class="dots" d="M5 12h.01M12 12h.01M19 12h.01"/>',
    "next": '<path d="M9 5 16 12 9 19"/>',
    "no-connection": (
        '<path d="M2.5 9.5A14.5 14.5 0 0 1 12 6M21.5 9.5A14.5 14.5 0 0 0 16 6.6M6 13.4A9 9 0 0 1 11 11'
        'M18 13.4 15.6 11.9M9.3 16.9A4.4 4.4 0 0 1 12 16M12 20.2V20.4M4 3 20 21"/>'
    ),
    "pause": '<path d="M8.5 5V19M15.5 5V19"/>',
    "pencil": '<path d="M4 20 5 15.5 16 4.5 19.5 8 8.5 19ZM13.5 7 17 10.5"/>',
    "people": (
        '<circle cx="8" cy="8" r="3.5"/><circle cx="17" cy="9.5" r="2.6"/>'
        '<path d="M2 20V18.5C2 15.5 4.5 14 8 14S14 15.5 14 18.5V20M17 14.5C20 14.5 22 16 22 18.5V20"/>'
    ),
    "person": '<circle cx="12" cy="8" r="4"/><path d="M4 20.5V19C4 15.5 7 14 12 14S20 15.5 20 19V20.5"/>',
    "plus": '<path d="M12 4V20M4 12H20"/>',
    "previous": '<path d="M15 5 8 12 15 19"/>',
    "run": '<path class="run-play" d="M8 5V19L19 12Z"/><path class="run-stop" d="M8 5V19M16 5V19"/>',
    "scales": (
        '<path stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" '
        'd="M12 4v15M7 20h10M5 7.5l7-1.5 7 1.5M5 7.5 2.5 14a2.6 2.6 0 0 0 5 0z'
        'M19 7.5 16.5 14a2.6 2.6 0 0 0 5 0z"/>'
    ),
    "shield": '<path d="M12 2.5 20 5.5V11C20 16.5 16.5 20 12 21.5 7.5 20 4 16.5 4 11V5.5ZM8.5 11.5 11 14 15.5 9.5"/>',
    "slip": '<path d="M4.5 4H19.5V14.5L14.5 20H4.5ZM14.5 20V14.5H19.5M8 8.5H16M8 12H13"/>',
    "smile": (
        '<circle cx="12" cy="12" r="9"/><path d="M8 14Q12 18.5 16 14" stroke-linecap="round"/>'
        '<path d="M9 9.5h.01M15 9.5h.01" stroke-linecap="round" stroke-width="3"/>'
    ),
    "sound-off": '<path d="M4 9.5V14.5H8L13 18.5V5.5L8 9.5Z"/><path d="M16.5 9.5 21.5 14.5M21.5 9.5 16.5 14.5"/>',
    "sound-on": (
        '<path d="M4 9.5V14.5H8L13 18.5V5.5L8 9.5Z"/>'
        '<path d="M16 9.2A4 4 0 0 1 16 14.8M18.4 6.8A7.4 7.4 0 0 1 18.4 17.2"/>'
    ),
    "speech": '<path d="M4 5.5H20V16H11L6.5 20V16H4Z"/>',
    "sun": (
        '<circle cx="12" cy="12" r="4.4"/>'
        '<path d="M12 1.5V4.5M12 19.5V22.5M1.5 12H4.5M19.5 12H22.5M4.6 4.6 6.7 6.7M17.3 17.3 19.4 19.4'
        'M4.6 19.4 6.7 17.3M17.3 6.7 19.4 4.6"/>'
    ),
    "waiting": '<path d="M5 3H19M5 21H19M7 3V6.5L17 17.5V21M17 3V6.5L7 17.5V21"/>',
}


@register.simple_tag
def icon(name: str, css: str = "") -> SafeString:
    return format_html(
        '<svg class="{}" viewBox="0 0 24 24" aria-hidden="true">{}</svg>',
        f"icon {css}".rstrip(),
        mark_safe(DRAWINGS[name]),  # noqa: S308 - drawn above
    )
