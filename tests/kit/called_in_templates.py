"""Guards templates against a method that is named without its call: Jinja2 takes it for true."""

from __future__ import annotations

from typing import Any, NoReturn

from jinja2 import Environment
from jinja2.runtime import Context, Macro, Undefined


class Uncalled:
    """A method on its way to its call; anything else done with it is a mistake of the template."""

    def __init__(self, method: Any, name: str) -> None:
        self.method, self.name = method, name

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.method(*given, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("jinja_"):
            return getattr(self.method, name)
        raise AssertionError(f"a template names {self.name} without calling it")

    def mistake(self, *_: object) -> NoReturn:
        raise AssertionError(f"a template names {self.name} without calling it")

    __bool__ = __str__ = __html__ = __iter__ = __len__ = __eq__ = __getitem__ = mistake
    __hash__ = None  # type: ignore[assignment]


def strictly(environment: Environment, of: Any, name: str) -> Any:
    """Get an attribute as the environment does, and watch it if it is a method."""
    found = GETATTR(environment, of, name)
    is_method = callable(found) and not isinstance(found, type | Undefined)
    return Uncalled(found, f"{type(of).__name__}.{name}") if is_method else found


def strict_names(context: Context, name: str) -> Any:
    """Find a name as Jinja2 does; nothing that a view hands over is a bare function."""
    found = RESOLVE(context, name)
    if (
        name not in context.environment.globals
        and callable(found)
        and not isinstance(found, type | Undefined)
    ):
        return found if isinstance(found, Macro) else Uncalled(found, name)
    return found


GETATTR, RESOLVE = Environment.getattr, Context.resolve_or_missing
