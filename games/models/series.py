"""A series: matches of the same people, one after another, until somebody has won the majority."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.models.match import Match


class Series(models.Model):
    best_of = models.PositiveSmallIntegerField()
    began_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Series]] = models.Manager()

    class Meta:
        verbose_name_plural = "series"

    @property
    def wins_needed(self) -> int:
        return self.best_of // 2 + 1

    def __str__(self) -> str:
        return f"best of {self.best_of}"


class SeriesMatch(models.Model):
    match = models.OneToOneField(
        Match, on_delete=models.CASCADE, related_name="series_match", primary_key=True
    )
    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="matches", db_index=False)
    number = models.PositiveSmallIntegerField()  # counted from one

    objects: ClassVar[models.Manager[SeriesMatch]] = models.Manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["series", "number"], name="one_match_a_number"),)

    def __str__(self) -> str:
        return f"match {self.number} of series {self.series_id}"
