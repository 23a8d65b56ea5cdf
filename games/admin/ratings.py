"""Ratings, and the changes of each rated game."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.staff.staff_pages import StaffPages
from games.admin.pages import GAME, GamePages, account
from games.models import Rating, RatingChange, SeasonStanding
from games.ratings.skill import Skill, rating_score


@admin.register(Rating)
class RatingAdmin(StaffPages):
    fields = ("user", "pool", "score", "mu", "sigma", "games", "changed_at")
    list_display = ("user", "pool", "score", "games", "changed_at")
    list_filter = ("pool",)
    related_columns = account("user")
    person_fields = ("user",)

    @admin.display(description=_("score"))
    def score(self, rating: Rating) -> int:
        return rating_score(Skill(rating.mu, rating.sigma))


@admin.register(SeasonStanding)
class SeasonStandingAdmin(StaffPages):
    fields = ("user", "pool", "season", "score", "best_score", "games", "wins", "changed_at")
    list_display = ("user", "pool", "season", "score", "best_score", "games", "wins", "changed_at")
    list_filter = ("pool",)
    related_columns = account("user")
    person_fields = ("user",)


@admin.register(RatingChange)
class RatingChangeAdmin(GamePages):
    fields = (
        "game", "user", "pool", "season", "place", "score_before", "score", "mu_before", "sigma_before", "mu", "sigma",
        "at",
    )  # fmt: skip
    list_display = ("in_game", "user", "pool", "season", "place", "score_before", "score", "at")
    list_filter = ("pool",)
    related_columns = (*GAME, *account("user"))
    person_fields = ("user",)

    @admin.display(description=_("previous rating"))
    def score_before(self, change: RatingChange) -> int:
        return rating_score(Skill(change.mu_before, change.sigma_before))

    @admin.display(description=_("score"))
    def score(self, change: RatingChange) -> int:
        return rating_score(Skill(change.mu, change.sigma))
