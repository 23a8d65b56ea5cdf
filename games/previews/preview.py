"""A preview of an address, as messengers and other sites show it."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse

from games.previews.drawing import Scene


@dataclass(frozen=True, slots=True)
class Preview:
    """A preview of the page at the path `page`, or of any page if that is "", in `language`. `picture`: the path of the
    drawn scene, which changes with it. `embeds`: other sites may embed the page (oEmbed).
    """

    title: str
    description: str
    language: str
    page: str
    picture: str
    scene: Scene
    embeds: bool = False

    @property
    def page_url(self) -> str:
        return settings.PUBLIC_URL + self.page

    @property
    def picture_url(self) -> str:
        return settings.PUBLIC_URL + self.picture


def picture_path(kind: str, language: str, scene: Scene, *key: str | int) -> str:
    """The picture's address. Its last part is the scene's digest, so it may be cached for ever."""
    return reverse(f"games:preview_{kind}", args=[language, *key, scene.digest])
