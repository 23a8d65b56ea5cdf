"""The Content Security Policy: what pages may load, and from where."""

from __future__ import annotations

from urllib.parse import urlsplit


def content_policy(public_url: str, static_url: str) -> dict[str, dict[str, list[str]]]:
    """The policy's directives. Static files may come from another host, and everything else from the site alone."""
    site, files = urlsplit(public_url), urlsplit(static_url)
    here = ["'self'", *([f"{files.scheme}://{files.netloc}"] if files.netloc else [])]
    # Older Safari does not count web sockets as 'self'.
    sockets = f"{'wss' if site.scheme == 'https' else 'ws'}://{site.netloc}"
    return {
        "DIRECTIVES": {
            "default-src": ["'none'"],
            "script-src": here,
            "style-src": here,
            "img-src": [*here, "data:"],
            "font-src": here,
            # The service worker stores the files of its page.
            "connect-src": [*here, sockets],
            "manifest-src": ["'self'"],
            "worker-src": ["'self'"],
            "form-action": ["'self'"],
            "base-uri": ["'none'"],
            "frame-ancestors": ["'none'"],
        }
    }
