"""Make instances from rows, without working out again for each row what never changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Model
from django.db.models.base import ModelState
from django.db.models.fields.related_descriptors import ForeignKeyDeferredAttribute
from django.db.models.query_utils import DeferredAttribute
from django.db.models.signals import post_init, pre_init


class Quick:
    """Stands in for a model where Django makes instances from rows."""

    def __init__(self, model: type[Model]) -> None:
        self.model, self._meta = model, model._meta
        self.width = len(model._meta.concrete_fields)

    def from_db(self, db: str, names: Sequence[str], values: Sequence[Any]) -> Model:
        """Do what `Model.from_db` does; call it if only some fields were read."""
        if len(values) != self.width:
            return self.model.from_db(db, names, values)
        new, state = self.model.__new__(self.model), ModelState()
        state.adding, state.db = False, db
        vars(new).update(zip(("_state", *names), (state, *values), strict=True))
        return new


def quicken(info: dict[str, Any] | None) -> None:
    """Make a compiler build its instances quickly, those of joined models too."""
    if info is None:
        return
    if is_plain(info["model"]):
        info["model"] = Quick(info["model"])
    for joined in info.get("related_klass_infos", ()):
        quicken(joined)


def is_plain(model: type[Model]) -> bool:
    """Tell whether making an instance does nothing but set its fields."""
    made_as_any = model.__init__ is Model.__init__ and model.from_db.__func__ is Model.from_db.__func__  # type: ignore[attr-defined]
    heard = pre_init.has_listeners(model) or post_init.has_listeners(model)
    return made_as_any and not heard and all(map(_only_holds, model._meta.concrete_fields))


def _only_holds(field: Any) -> bool:
    return type(getattr(field.model, field.attname)) in (DeferredAttribute, ForeignKeyDeferredAttribute)
