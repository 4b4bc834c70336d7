"""How often somebody did something in a period. A row, so that all processes count together."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Tally(models.Model):
    """One count until `ends_at`. The key is a hash: it names nobody, and changes daily."""

    key = models.CharField(max_length=64)
    ends_at = models.DateTimeField(db_index=True)
    taken = models.PositiveIntegerField(default=0)

    objects: ClassVar[models.Manager[Tally]] = models.Manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["key", "ends_at"], name="one_tally_a_stretch"),)

    def __str__(self) -> str:
        return f"{self.taken} until {self.ends_at:%Y-%m-%d %H:%M}"
