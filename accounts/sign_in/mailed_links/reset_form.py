"""allauth's check of a link to a new password."""

from allauth.account.forms import UserTokenForm

from accounts.models import User
from accounts.sign_in.mailed_links.people import person_of


class ResetTokenForm(UserTokenForm):  # type: ignore[misc] # untyped
    def _get_user(self, uidb36: str) -> User | None:
        return person_of(uidb36)
