"""Draws the pictures of previews from plain values."""

from games.previews.drawing.picture import HEIGHT, WIDTH, known_picture, picture
from games.previews.drawing.scene import Fact, Scene

__all__ = ["HEIGHT", "WIDTH", "Fact", "Scene", "known_picture", "picture"]
