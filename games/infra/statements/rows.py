"""Make instances from rows, without working out again for each row what never changes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from types import NoneType
from typing import Any, TypeVar, cast

from django.db.models import JSONField, Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.expressions import Col
from django.db.models.fields.related_descriptors import ForeignKeyDeferredAttribute
from django.db.models.query import (
    FlatValuesListIterable,
    ModelIterable,
    ValuesListIterable,
    get_related_populators,
)
from django.db.models.query_utils import DeferredAttribute
from django.db.models.signals import post_init, pre_init

M = TypeVar("M", bound=Model)


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


class Values:
    """Makes what `values_list` gives from the rows that one statement found."""

    def __init__(self, compiler: Any, *, flat: bool) -> None:
        self.width, self.flat = compiler.col_count, flat
        self.converting = _converters(compiler)

    def results(self, rows: Iterable[Sequence[Any]]) -> list[Any]:
        return [*map(self._result, rows)]

    def _result(self, row: Sequence[Any]) -> Any:
        values = [*row[: self.width]]
        for at, convert in self.converting:
            values[at] = convert(values[at])
        return values[0] if self.flat else tuple(values)


class Instances:
    """Makes the instances of one statement from the rows it found, as `ModelIterable` does."""

    def __init__(self, compiler: Any) -> None:
        info = compiler.klass_info
        self.db, self.model = compiler.connection.alias, info["model"]
        self.first, self.last = info["select_fields"][0], info["select_fields"][-1] + 1
        self.names = [column.target.attname for column, *_ in compiler.select[self.first : self.last]]
        self.joined = cast(Any, get_related_populators)(info, compiler.select, self.db)
        self.beside = [*compiler.annotation_col_map.items()]
        self.converting = _converters(compiler)

    def results(self, rows: Iterable[Sequence[Any]]) -> list[Any]:
        return [*map(self._instance, rows)]

    def _instance(self, row: Sequence[Any]) -> Any:
        values = [*row]
        for at, convert in self.converting:
            values[at] = convert(values[at])
        made = self.model.from_db(self.db, self.names, values[self.first : self.last])
        for joined in self.joined:
            joined.populate(values, made)
        for name, at in self.beside:
            setattr(made, name, values[at])
        return made


def reader_of(rows: QuerySet[Any, Any], compiler: Any) -> Instances | Values | None:
    """Return what makes results from rows; None if the ORM has to, because there is more to do."""
    found: Any = rows
    kind = found._iterable_class
    if compiler.has_composite_fields([column for column, *_ in compiler.select or ()]):
        return None
    if kind in (ValuesListIterable, FlatValuesListIterable):
        return Values(compiler, flat=kind is FlatValuesListIterable)
    makes_instances = kind is ModelIterable and compiler.klass_info and not found._known_related_objects
    return Instances(compiler) if makes_instances else None


def _converters(compiler: Any) -> list[tuple[int, Callable[[Any], Any]]]:
    """Return the places of the columns whose values are converted, and how."""
    read = compiler.select[: compiler.col_count]
    found = compiler.get_converters([column for column, *_ in read])
    return [(at, _converting(one, compiler.connection)) for at, one in found.items()]


def _converting(one: tuple[Sequence[Callable[..., Any]], Any], connection: Any) -> Callable[[Any], Any]:
    """Return a function that does what the converters of a column do, one after the other."""
    converters, expression = one

    def convert(value: Any) -> Any:
        for converter in converters:
            value = converter(value, expression, connection)
        return value

    if len(converters) > 1:
        return convert
    (only,) = converters
    field = getattr(only, "__self__", None)
    if type(field) is JSONField and field.decoder is None and isinstance(expression, Col):
        return _read_json
    return lambda value: only(value, expression, connection)


def _read_json(value: str | None) -> Any:
    if value == "[]" or value == "{}":  # mostly
        return [] if value == "[]" else {}
    return value if value is None else json.loads(value)


# --- new rows


def new_row(model: type[M], **values: Any) -> M:
    """Make an instance that isn't saved yet, as `model(**values)` does, in a third of the time."""
    return cast(M, _new_rows(model).made(values))


class NewRows:
    """What making instances of a model needs to know each time, worked out once."""

    def __init__(self, model: type[Model]) -> None:
        fields: list[Any] = [*model._meta.concrete_fields]
        self.model = model
        self.is_usual = is_plain(model) and not any(one.one_to_one or one.generated for one in fields)
        self.links = {
            one.name: (one.attname, one.target_field.attname, one.remote_field.model)
            for one in fields
            if one.is_relation
        }
        given_out = [(one.attname, one.get_default) for one in fields if not _is_always_same(one)]
        self.made_each_time = given_out if self.is_usual else []
        self.defaults: dict[str, Any] = dict.fromkeys(one.attname for one in fields)
        if self.is_usual:
            self.defaults |= {one.attname: one.get_default() for one in fields if _is_always_same(one)}

    def made(self, values: dict[str, Any]) -> Model:
        linked = [(name, values[name]) for name in self.links if values.get(name) is not None]
        if not (self.is_usual and all(self._is_usual_link(name, row) for name, row in linked)):
            return self.model(**values)
        new, state = self.model.__new__(self.model), ModelState()
        own = vars(new)
        own["_state"] = state
        own.update(self.defaults)
        for name, make in self.made_each_time:
            if name not in values:
                own[name] = make()
        for name, value in values.items():
            if name in own:
                own[name] = value
            elif name not in self.links:
                return self.model(**values)  # raises what the ORM raises
            else:
                state.fields_cache[name] = value
                own[self.links[name][0]] = None
        for name, row in linked:
            key, target, _ = self.links[name]
            own[key] = getattr(row, target)
            state.db = state.db or row._state.db
        return new

    def _is_usual_link(self, name: str, row: Any) -> bool:
        return isinstance(row, self.links[name][2]) and row._state.db is not None


_new_rows = cache(NewRows)


def _is_always_same(field: Any) -> bool:
    """Tell whether every new row has the same default in a field, which nobody can change by mistake."""
    return not callable(field.default) and isinstance(field.get_default(), (str, int, NoneType))
