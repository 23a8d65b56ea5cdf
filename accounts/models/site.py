"""The operator's pages, banner and maintenance switch."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

BODY_MAX = 50_000
BANNER_MAX = 300


class SitePage(models.Model):
    """A page's text in one language, in Markdown; without a row the site's own text is shown."""

    class Slug(models.TextChoices):
        TERMS = "terms", _("Terms")
        PRIVACY = "privacy", _("Privacy")
        CONTACT = "contact", _("Contact")

    slug = models.CharField(_("Page"), max_length=8, choices=Slug)
    language = models.CharField(_("Language"), max_length=8)
    body = models.TextField(_("Text"), max_length=BODY_MAX)
    changed_at = models.DateTimeField(_("Changed"))
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        db_index=False,
        related_name="+",
        verbose_name=pgettext_lazy("who did it", "By"),
    )

    class Meta:
        verbose_name = _("Page")
        verbose_name_plural = _("Pages")
        ordering = ["slug", "language"]
        default_permissions = ("view",)
        permissions = [("edit_site_page", "write the pages of the site")]
        constraints = [models.UniqueConstraint(fields=["slug", "language"], name="site_page_once_a_language")]

    def __str__(self) -> str:
        return f"{self.slug} ({self.language})"


class Registration(models.TextChoices):
    """The ways in which people may get an account."""

    OPEN = "open", pgettext_lazy("registration", "Open to everyone")
    INVITATION = "invitation", _("By invitation only")
    APPROVAL = "approval", _("By approval of the site team")
    CLOSED = "closed", pgettext_lazy("registration", "Closed")


class SiteState(models.Model):
    """The state of the site: at most one row, none until something is changed."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    banner = models.CharField(_("Banner"), max_length=BANNER_MAX, blank=True)
    maintenance = models.BooleanField(_("Maintenance"), default=False)
    maintenance_words = models.CharField(_("Text while closed"), max_length=BANNER_MAX, blank=True)
    registration = models.CharField(
        _("Registration"), max_length=10, choices=Registration, default=Registration.OPEN, db_default="open"
    )
    # Whether visitors may join games and standing tables as guests, by a member's link.
    guests_join = models.BooleanField(_("Guests may join by a link"), default=True, db_default=True)
    changed_at = models.DateTimeField(_("Changed"))

    class Meta:
        verbose_name = verbose_name_plural = _("Site")
        default_permissions = ("view",)
        permissions = [("edit_site_state", "set the banner and close the site")]
        constraints = [models.CheckConstraint(condition=Q(id=1), name="site_state_is_one")]

    def __str__(self) -> str:
        return str(_("Site"))
