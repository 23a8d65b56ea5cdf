"""The archive of finished public games, by month."""

from django.db import models


class ArchiveMonth(models.Model):
    """All finished public games of a month (UTC) in a file that is written in parts. While a new edition is written,
    the parts of the last stay. `edition`: of the file that people get, 0 before the first is whole.
    """

    # Its first day.
    month = models.DateField(unique=True)
    edition = models.PositiveIntegerField(default=0)
    # The edition that is being written, after the last game that it has; None if none is.
    writing = models.PositiveIntegerField(null=True)
    after_time = models.DateTimeField(null=True)
    after_game = models.BigIntegerField(default=0)
    games_so_far = models.PositiveIntegerField(default=0)
    # Whether a person has left since the writing began.
    stale = models.BooleanField(default=False)
    # Of the file that people get. `sha256` is hex.
    games = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True)
    written_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}"


class ArchivePart(models.Model):
    """A part of an edition: the lines of some games, compressed by gzip. Parts that follow each other are one file."""

    month = models.ForeignKey(ArchiveMonth, on_delete=models.CASCADE, db_index=False, related_name="parts")
    edition = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["month", "edition", "number"], name="archive_part_once"),
        ]

    def __str__(self) -> str:
        return f"{self.month_id} {self.edition} {self.number}"
