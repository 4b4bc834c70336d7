"""The schema is true: whatever is sent, whether it fits or not, gets what the schema declares."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import one_of
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from games.api.application import schema
from tests.kit.cast import match_of, play_on, turn_seat
from tests.kit.finished import finish
from tests.kit.nightly import more
from tests.kit.programs import Program, token

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
EXAMPLES = more(20, 600)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
    allow_header_conformance,
]
LOADED = schemathesis.openapi.from_dict(schema())
OPERATIONS = [one.ok() for one in LOADED.get_all_operations()]
bounded = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=not more(False, True),
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def kept_open() -> Iterator[None]:
    """Keep the connection with its transaction, which each request to a real handler would end."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def test_it_is_openapi_3_1_and_open_to_anybody(client):
    got = client.get("/api/openapi.json")
    assert got.status_code == 200 and got.json()["openapi"] == "3.1.0"
    assert got.json()["paths"] == schema()["paths"]
    assert got.json()["components"]["securitySchemes"] == {"Bearer": {"type": "http", "scheme": "bearer"}}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: f"{one.method.upper()} {one.path}")
@pytest.mark.usefixtures("kept_open")
def test_whatever_is_sent_gets_an_answer_as_declared(operation, settings):
    settings.LIMITS = dict.fromkeys(settings.LIMITS, (10**6, 60))
    ids, secret = scene()
    site = get_wsgi_application()
    dice = random.Random(operation.label)

    @bounded
    @given(case=one_of([operation.as_strategy(generation_mode=mode) for mode in GenerationMode]))
    def tried(case: schemathesis.Case) -> None:
        if "match_id" in (case.path_parameters or {}) and dice.random() < 0.8:
            case.path_parameters["match_id"] = dice.choice(ids)
        case.headers["Authorization"] = f"Bearer {secret}"
        case.headers["Accept-Encoding"] = "identity"  # nothing unpacks what is compressed on this way
        case.validate_response(case.call(app=site), checks=CHECKS)

    tried()


def scene() -> tuple[list[str], str]:
    """Make matches in several states, and a token of somebody in all of them."""
    running, over = match_of(robot_accounts=True), match_of()
    play_on(running, 5)
    finish(over)
    return [running.public_id, over.public_id], token(turn_seat(running).player)[1]


def test_each_answer_of_a_match_fits_its_shape_while_it_is_played():
    """The views of all games fit, at many moments; fuzzing alone would seldom come so far."""
    found: Any
    programs: dict[Any, Program] = {}
    for game in ("quartz", "gnomes", "quartz_cards", "gem_edge"):
        found = match_of(game=game)
        for seed in range(more(4, 40)):
            play_on(found, 3, seed=seed)
            found.refresh_from_db()
            if not found.is_running:
                break
            player = turn_seat(found).player
            if player not in programs:  # a player has so many tokens at most
                programs[player] = Program(token(player)[1])
            for path in ("", "/questions", "/log", "/orders"):
                assert programs[player].get(f"matches/{found.public_id}{path}")
