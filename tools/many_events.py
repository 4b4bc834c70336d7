"""Fill a PostgreSQL database with real matches, copied as often as wanted: they can be played on.

Events are written in the order in which a site would write them: the first of every match, then the second of
every match, and so on. So the log of one match is scattered over the whole table, as it is after years.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import connection, models

from games import play
from games.lobby.match_settings import MatchSettings
from games.lobby.setup import open_match
from games.models import Deadline, Event, Match, MatchSecret, Player, Seat, Submission
from games.rules.catalogue import GAMES
from tools.bench_rows import wish

FEWEST, MOST_MOVES = 150, 400  # events of a match that is copied: about half of a whole one
#: What belongs to a match, in the order in which one row names another.
COPIED: tuple[type[models.Model], ...] = (Player, Match, MatchSecret, Seat, Submission, Deadline)
#: Clocks that stopped, and emails, are left out: `tools.bench_growth` measures beside many of those.
ONLY = {Deadline: "WHERE state = 'running'"}


def fill(events: int, now: datetime) -> int:
    """Add matches with about so many events in all; return how many matches there are."""
    originals = [played(rules.meta.slug, now) for rules in GAMES]
    length = sum(Match.objects.filter(pk__in=originals).values_list("version", flat=True))
    copies = max(1, events // length - 1)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # no foreign key is looked up
        for model in COPIED:
            _copy(cursor, model, copies)
        _copy_events(cursor, copies)
        cursor.execute("SET session_replication_role = DEFAULT")
        _go_on_counting(cursor)
        cursor.execute("VACUUM ANALYZE")
    return Match.objects.count()


def played(game: str, now: datetime) -> int:
    """Play about half of a match of three people."""
    dice = random.Random(1)
    people = [Player.objects.create_user(f"{game}{n}@example.org", display_name=f"P{n}") for n in range(3)]
    match = open_match(MatchSettings(game, 3), people, now)
    Match.objects.filter(pk=match.pk).update(silences_allowed=30_000)
    play.start(match.pk, now)
    for _ in range(MOST_MOVES):
        match.refresh_from_db()
        if match.version >= FEWEST or not match.is_running:
            break
        play.submit(wish(match, dice), now)
    return int(match.pk)


def _copy(cursor: Any, model: type[models.Model], copies: int) -> None:
    """Copy all rows of a model by one statement, each with a number of its own."""
    told = _changed(model)
    columns = [field.column for field in model._meta.concrete_fields]
    chosen = ", ".join(told.get(column, f'o."{column}"') for column in columns)
    named = ", ".join(f'"{column}"' for column in columns)
    table = model._meta.db_table
    cursor.execute(
        f'INSERT INTO "{table}" ({named}) SELECT {chosen} '
        f'FROM (SELECT * FROM "{table}" {ONLY.get(model, "")}) o, generate_series(1, {copies}) k ORDER BY k'
    )


def _changed(model: type[models.Model]) -> Mapping[str, str]:
    """Say what differs in a copy: its keys, and what must be unique."""
    found = {}
    for field in model._meta.concrete_fields:
        about = field.related_model or (model if field.primary_key else None)
        if about is Player:
            found[field.column] = f"md5(o.\"{field.column}\"::text || ' ' || k)::uuid"
        elif about is not None:
            found[field.column] = f'o."{field.column}" + {STEP} * k'
        elif field.unique or field.name in {"public_id", "salt"}:
            found[field.column] = UNIQUE.get(field.name, "gen_random_uuid()")
    return found


#: More than there are rows of originals: so no key of a copy meets another's.
STEP = 10_000
UNIQUE = {
    "public_id": "substr(md5(o.public_id || ' ' || k), 1, 16)",
    "salt": "md5(o.salt || ' ' || k)",
    "email": "k || o.email",
}


def _copy_events(cursor: Any, copies: int) -> None:
    """Copy the logs: of all matches the first event, then of all the second."""
    named = "match_id, number, kind, version, rules_version, payload, digest, submission_id, at"
    cursor.execute(f"CREATE TEMPORARY TABLE originals AS SELECT {named} FROM games_event")
    longest = Match.objects.order_by("-version").values_list("version", flat=True)[0]
    for number in range(1, longest + 1):
        cursor.execute(
            f"INSERT INTO games_event ({named}) SELECT match_id + {STEP} * k, number, kind, version, "
            f"rules_version, payload, digest, submission_id + {STEP} * k, at "
            f"FROM originals, generate_series(1, {copies}) k WHERE number = {number} ORDER BY k"
        )
    cursor.execute("DROP TABLE originals")


def _go_on_counting(cursor: Any) -> None:
    for model in (*COPIED[1:], Event):
        table = model._meta.db_table
        cursor.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))"
        )


def some(number: int, seed: int = 1) -> list[Match]:
    """Choose matches from all of them."""
    keys = list(Match.objects.running().values_list("pk", flat=True))
    return [Match.objects.get(pk=pk) for pk in random.Random(seed).sample(keys, min(number, len(keys)))]
