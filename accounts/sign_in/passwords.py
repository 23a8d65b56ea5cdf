"""Django's checks of passwords, with refusals in this site's words."""

from django.contrib.auth import password_validation
from django.utils.translation import gettext


class Long(password_validation.MinimumLengthValidator):
    def get_error_message(self) -> str:
        return gettext("Use at least 8 characters.")


class Uncommon(password_validation.CommonPasswordValidator):
    def get_error_message(self) -> str:
        return gettext("This is a common password. Choose another.")


class NotNumeric(password_validation.NumericPasswordValidator):
    def get_error_message(self) -> str:
        return gettext("Don’t use only digits.")


class NotPersonal(password_validation.UserAttributeSimilarityValidator):
    def get_error_message(self) -> str:
        return gettext("This is too much like your username or email address.")
