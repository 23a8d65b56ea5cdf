"""allauth's app, which loads what asks providers only when it is needed: it costs each process's start a tenth."""

from allauth.socialaccount.apps import SocialAccountConfig as LibraryConfig


class SocialAccountConfig(LibraryConfig):
    def ready(self) -> None:
        """Set the app up without the providers, unlike the library's; the adapter loads them."""
        from allauth.socialaccount import checks  # noqa: F401 - registers them
