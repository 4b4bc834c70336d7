"""How an endpoint is declared: its scope, its shape, its errors and its name, all in one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ninja import Header, Query, Router

from games.api.bearer import Bearer
from games.api.shapes.errors import ERRORS

View = TypeVar("View", bound=Callable[..., Any])
#: Of all endpoints: of two with the same path in two of them, only one would be found.
router = Router()
OK, CREATED, NOT_MODIFIED = 200, 201, 304
KEY = "Idempotency-Key"


def query(default: Any, **bounds: Any) -> Any:
    """Read a parameter of the address, within bounds."""
    return Query(default, **bounds)  # type: ignore[type-arg]


def key_header() -> Any:
    """Read the key of a request, by which a second one like it is recognized."""
    return Header(None, alias=KEY, max_length=200)  # type: ignore[type-arg]


def endpoint(
    how: str,
    scope: str,
    shape: Any,
    *,
    told: str,
    status: int = OK,
    has_etag: bool = False,
) -> Callable[[View], View]:
    """Declare an endpoint: `how` is its method and path, `told` what it does, in one line."""
    method, path = how.split(" ")
    answers: dict[Any, Any] = {status: shape, **({NOT_MODIFIED: None} if has_etag else {}), **ERRORS}

    def declare(view: View) -> View:
        make = router.api_operation(
            [method],
            path,
            auth=Bearer(scope),
            response=answers,
            operation_id=view.__name__,
            url_name=f"api_{view.__name__}",
            summary=told,
            description="",
            openapi_extra={"x-scope": scope or "any"},
        )
        made: View = make(view)
        return made

    return declare
