"""allauth's app. The code that sends requests to providers is loaded only when it is needed, because it costs each
process a tenth of its start.
"""

from allauth.socialaccount.apps import SocialAccountConfig as LibraryConfig


class SocialAccountConfig(LibraryConfig):
    def ready(self) -> None:
        """Set the app up without the providers, unlike the library's; the adapter loads them."""
        from allauth.socialaccount import checks  # noqa: F401 - registers them
