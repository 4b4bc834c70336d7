"""Rows that are only ever added. The database itself refuses changes too; see games/infra/triggers.py."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db import models

M = TypeVar("M", bound=models.Model, covariant=True)


class AppendOnlyError(Exception):
    """Raised when code tries to change or delete what is written for good."""


class AppendOnlyQuerySet(models.QuerySet[M]):
    def update(self, **fields: Any) -> int:
        raise AppendOnlyError(f"{self.model.__name__} rows are never changed")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise AppendOnlyError(f"{self.model.__name__} rows are never deleted")


class AppendOnly(models.Model):
    """A row that is written once."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError(f"{type(self).__name__} rows are never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise AppendOnlyError(f"{type(self).__name__} rows are never deleted")
