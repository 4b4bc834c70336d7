"""Fill a PostgreSQL database with as many matches as wanted, by its own means: 50,000 in a minute.

Their logs can't be folded: these rows are what others have left, among which something else is looked for.
What is rare on a site, such as a match that is paused, is as rare however many matches there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection, models, transaction

from games.models import (
    AccountChange,
    Act,
    Block,
    Case,
    CaseWord,
    ChatMention,
    ChatMessage,
    ChatTarget,
    Circle,
    CircleMatch,
    Deadline,
    Delivery,
    Departure,
    Device,
    Dispatch,
    Event,
    Heard,
    Hush,
    Inbound,
    Invitation,
    Link,
    Lobby,
    Look,
    Match,
    MatchRecord,
    MatchSecret,
    Membership,
    Note,
    Order,
    Outbox,
    Pause,
    Player,
    Ruling,
    SealedAnswer,
    Seat,
    SeatRecord,
    Series,
    SeriesMatch,
    Submission,
    Talk,
    Tally,
    Unreachable,
    Vote,
)

#: What each statement calls the row it begins with.
MATCHES, SEATS, CASES = (
    "games_match m",
    "games_seat s JOIN games_match m ON m.id = s.match_id",
    "games_case c",
)
NAME = "md5({0})::uuid"
AT = "now() - interval '1 hour' * ({0})"


@dataclass(frozen=True)
class Each:
    """How many rows of a kind there are beside each match, or each of what they belong to."""

    deadlines: int = 30
    events: int = 20
    mails: int = 12
    submissions: int = 10
    # In all:
    readers: int = 1000  # of digests
    waiting: int = 250  # matches that are paused, stopped or not begun


def fill(number: int, now: datetime, each: Each | None = None) -> None:
    """Add so many matches with all that belongs to them at a moment, and a player each, to an empty site."""
    filling = Filling(number, now, each or Each())
    with transaction.atomic(), _unchecked():
        filling.players()
        filling.matches()
        filling.tables()
        filling.records()
        filling.circles()
        filling.play()
        filling.mails()
        filling.reach()
        filling.disputes()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


@contextmanager
def _unchecked() -> Iterator[None]:
    """Have no foreign key looked up, which takes as long again, where we may say so."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT usesuper FROM pg_user WHERE usename = current_user")
        (may,) = cursor.fetchone()
        if may:
            cursor.execute("SET LOCAL session_replication_role = replica")
        yield
        if may:
            cursor.execute("SET LOCAL session_replication_role = DEFAULT")


@dataclass(frozen=True)
class Filling:
    """What is asked for, and the statements that make it."""

    number: int
    now: datetime
    each: Each

    def players(self) -> None:
        numbers = f"generate_series(1, {self.number}) i"
        address = "'g' || i || '@example.net'"
        self.add(
            Player,
            numbers,
            id=NAME.format("'player ' || i"),
            email=address,
            display_name="'Guest ' || i",
            time_zone="(ARRAY['Europe/Berlin', 'America/Sao_Paulo', 'UTC', 'Asia/Tokyo'])[1 + i % 4]",
            digest=f"i <= {self.each.readers}",
            joined=AT.format("i"),
        )
        self.add(
            EmailAddress,
            numbers,
            email=address,
            verified="true",
            **{"primary": "true"},
            user_id=NAME.format("'player ' || i"),
        )
        key = "md5('session ' || i)"
        self.add(
            Session,
            numbers,
            session_key=key,
            session_data="repeat('x', 200)",
            expire_date="now() + interval '9 days'",
        )
        self.add(
            UserSession,
            numbers,
            user_id=NAME.format("'player ' || i"),
            session_key=key,
            ip="'127.0.0.1'::inet",
            user_agent="'a browser'",
            created_at=AT.format("i % 100"),
            last_seen_at=AT.format("i % 100"),
        )
        self.add(Tally, numbers, key="md5('tally ' || i)", ends_at="now() + interval '1 hour'")
        self.add(Heard, numbers, event="'heard ' || i", digest="md5('heard ' || i)", at=AT.format("i % 700"))
        self.add(Unreachable, f"generate_series(1, {self.number}, 50) i", address=address, why="'bounced'")
        self.add(
            Block,
            f"generate_series(1, {self.number}, 20) i",
            player_id=NAME.format("'player ' || i"),
            blocked_id=NAME.format(f"'player ' || 1 + i % {self.number}"),
        )
        self.add(
            AccountChange,
            f"generate_series(1, {self.number}, 20) i",
            player_id=NAME.format("'player ' || i"),
            kind="'address_added'",
            main=address,
            at=AT.format("i % 100"),
        )

    def matches(self) -> None:
        """Let four of ten go on, a few be paused, stopped or waiting for players, and the rest be over."""
        few = self.each.waiting
        status = f"""CASE WHEN i <= {few // 6} THEN 'paused' WHEN i <= {few // 5} THEN 'quarantined'
                    WHEN i <= {few} THEN 'lobby'
                    WHEN i % 5 < 2 THEN 'running' WHEN i % 5 = 2 THEN 'closed' ELSE 'over' END"""
        self.add(
            Match,
            f"generate_series(1, {self.number}) i",
            public_id="substr(md5('match ' || i), 1, 16)",
            game="'quartz'",
            status=status,
            commitment="md5('c' || i) || md5('d' || i)",
            head="md5('h' || i) || md5('e' || i)",
            version="20",
            awaited=f"CASE WHEN {status} = 'running' THEN jsonb_build_array(i % 3) ELSE '[]' END",
            roster="jsonb_build_object('players', repeat('x', 120))",
            created_at=AT.format("(2000 + i)"),
            started_at=f"CASE WHEN {status} <> 'lobby' THEN {AT.format('(1990 + i)')} END",
            ended_at=f"CASE WHEN {status} IN ('over', 'closed') THEN {AT.format('i')} END",
        )

    def tables(self) -> None:
        """Let three sit at each match, and one seat of each that waits be free or kept for somebody."""
        self.add(
            Seat,
            "(SELECT *, row_number() OVER (ORDER BY id) AS i, count(*) OVER () AS n FROM games_match) m, "
            "generate_series(0, 2) k",
            match_id="m.id",
            number="k",
            player_id="CASE WHEN NOT (k = 2 AND (m.status = 'lobby' OR m.id % 10 = 0)) THEN "
            + NAME.format("'player ' || 1 + (i + k * 7) % n")
            + " END",
            invited="CASE WHEN m.status = 'lobby' AND k = 2 AND m.id % 2 = 0 "
            "THEN 'x' || m.id || '@example.com' ELSE '' END",
            robot="CASE WHEN k = 2 AND m.status <> 'lobby' AND m.id % 10 = 0 THEN 'miner' ELSE '' END",
            salt="md5('salt ' || m.id || k)",
            seen_at=AT.format("1"),
        )
        self.add(MatchSecret, MATCHES, match_id="m.id", secret="decode(md5(m.id::text), 'hex')")
        host = "(SELECT player_id FROM games_seat WHERE match_id = m.id AND number = 0)"
        self.add(
            Lobby,
            MATCHES,
            match_id="m.id",
            host_id=host,
            is_open="m.status = 'lobby'",
            key="'k' || m.id",
            moved_at="CASE WHEN m.status = 'lobby' THEN now() ELSE m.created_at END",
        )
        state = "CASE WHEN m.status = 'lobby' AND s.player_id IS NULL THEN 'open' ELSE 'accepted' END"
        self.add(
            Invitation,
            f"{SEATS} WHERE s.number = 2",
            match_id="m.id",
            seat_id="s.id",
            generation="1",
            sender_id=host,
            address="'x' || m.id || '@example.com'",
            state=state,
            sent_at=f"CASE WHEN {state} = 'open' THEN now() ELSE {AT.format('m.id % 2000')} END",
        )
        self.add(
            Pause,
            f"{MATCHES} WHERE m.id % 5 = 0 OR m.status = 'paused'",
            match_id="m.id",
            began="m.created_at",
            ended="CASE WHEN m.status <> 'paused' THEN m.created_at END",
        )
        self.add(
            Vote,
            f"{SEATS} WHERE m.status = 'running' AND s.number < 2",
            match_id="m.id",
            seat_id="s.id",
            generation="1",
            subject="'pause'",
        )
        self.add(
            Talk,
            f"{SEATS}",
            match_id="m.id",
            seat_id="s.id",
            generation="1",
            player_id="s.player_id",
            text="repeat('word ', 10)",
            at="m.created_at",
        )
        self.add(
            Note,
            f"{SEATS} WHERE s.number = 0 AND s.player_id IS NOT NULL",
            match_id="m.id",
            player_id="s.player_id",
            text="'mine'",
        )
        self.add(
            Hush,
            f"{SEATS} WHERE s.number = 0 AND m.id % 10 = 0 AND s.player_id IS NOT NULL",
            match_id="m.id",
            by_id="s.player_id",
            whose_id="s.player_id",
        )
        self.add(
            Act,
            f"{SEATS}, generate_series(1, 2) k",
            match_id="m.id",
            seat_id="s.id",
            generation="1",
            kind="'said'",
            key="s.id || ' ' || k",
            at="m.created_at",
        )

    def records(self) -> None:
        """Keep the results of what is over; one in fifty has left before."""
        over = "m.status = 'over'"
        self.add(
            MatchRecord,
            f"{MATCHES} WHERE {over}",
            match_id="m.id",
            is_due="false",
            game="m.game",
            seats="3",
            people="3",
            started_at="m.started_at",
            ended_at="m.ended_at",
            moves="20",
        )
        self.add(
            SeatRecord,
            f"{SEATS} WHERE {over}",
            record_id="m.id",
            number="s.number",
            player_id="s.player_id",
            rank="1 + s.number",
            points="30 - s.number",
            answers="'[600, 3600, 7200]'::jsonb",
        )
        self.add(
            Departure,
            f"{SEATS} WHERE {over} AND m.id % 50 = 0 AND s.number = 1 AND s.player_id IS NOT NULL",
            match_id="m.id",
            player_id="s.player_id",
            at="m.ended_at",
        )

    def circles(self) -> None:
        """Let every fifth match be one of a circle's, with ten members each."""
        each = f"generate_series(1, {max(1, self.number // 20)}) i"
        circle = f"(SELECT min(id) FROM games_circle) + m.id % {max(1, self.number // 20)}"
        self.add(
            Circle,
            each,
            public_id="substr(md5('circle ' || i), 1, 16)",
            name="'Circle ' || i",
            keeper_id=NAME.format("'player ' || i"),
            door="md5('door ' || i)",
            founded_at=AT.format("5000"),
        )
        self.add(
            Membership,
            "(SELECT id, row_number() OVER (ORDER BY id) AS i FROM games_circle) c, generate_series(0, 9) k",
            circle_id="c.id",
            player_id=NAME.format(f"'player ' || 1 + (c.i + k * 13) % {self.number}"),
            state="'member'",
            at=AT.format("4000"),
        )
        self.add(CircleMatch, f"{MATCHES} WHERE m.id % 5 = 0", match_id="m.id", circle_id=circle)
        series = f"generate_series(1, {max(1, self.number // 30)}) i"
        self.add(Series, series, best_of="3")
        self.add(
            SeriesMatch,
            f"(SELECT id, row_number() OVER (ORDER BY id) AS i FROM games_match WHERE id % 10 = 0) m "
            f"WHERE (m.i + 2) / 3 <= {max(1, self.number // 30)}",
            match_id="m.id",
            series_id="(SELECT min(id) FROM games_series) + (m.i - 1) / 3",
            number="1 + (m.i - 1) % 3",
        )

    def reach(self) -> None:
        """Let every third player have a device, and some players, matches and circles a chat."""
        numbers = f"generate_series(1, {self.number}) i"
        player = NAME.format("'player ' || i")
        self.add(
            Device,
            f"{numbers} WHERE i % 3 = 0",
            player_id=player,
            name="'Phone'",
            endpoint="'https://push.example.net/' || md5('device ' || i)",
            p256dh="repeat('k', 87)",
            auth="repeat('a', 22)",
            server_key="repeat('s', 87)",
        )
        chat = {"kind": "'discord'", "secret": "decode('00', 'hex')", "shown": "'discord.example …abcd'"}
        self.add(ChatTarget, f"{numbers} WHERE i % 10 = 0", player_id=player, **chat)
        lately = f"(m.ended_at IS NULL OR m.ended_at > {AT.format('24 * 30')})"  # others are forgotten
        self.add(ChatTarget, f"{MATCHES} WHERE m.id % 10 = 1 AND {lately}", match_id="m.id", **chat)
        self.add(ChatTarget, "games_circle c WHERE c.id % 4 = 0", circle_id="c.id", **chat)
        self.add(
            ChatMention,
            "games_chattarget t, generate_series(1, 2) k WHERE t.match_id IS NOT NULL",
            target_id="t.id",
            player_id=NAME.format(f"'player ' || 1 + (t.id + k) % {self.number}"),
            called="'<@' || t.id || '>'",
        )
        self.add(
            ChatMessage,
            "games_chattarget t WHERE t.match_id IS NOT NULL",
            target_id="t.id",
            match_id="t.match_id",
            digest="md5('said ' || t.id)",
            at=AT.format("t.id % 500"),
        )
        sent_at = AT.format("o.id % (24 * 90)")  # older ones are forgotten
        self.add(
            Dispatch,
            "games_outbox o WHERE o.match_id % 3 = 0 AND o.state <> 'queued'",
            notice_id="o.id",
            channel="'push'",
            target="o.id % 100",
            is_personal="true",
            reason="'reason ' || o.id",
            key="gen_random_uuid()",
            state="'accepted'",
            send_after=sent_at,
            accepted_at=sent_at,
            created_at=sent_at,
        )

    def play(self) -> None:
        moves = f"{MATCHES}, generate_series(1, {self.each.submissions}) k"
        self.add(
            Submission,
            moves,
            match_id="m.id",
            door="'page'",
            key="'key ' || k",
            outcome="'played'",
            seat_id="(SELECT id FROM games_seat WHERE match_id = m.id AND number = k % 3)",
            command="repeat('c', 40)",
            first_event="k * 2",
            last_event="k * 2 + 1",
            at="m.created_at",
        )
        self.add(
            Event,
            f"{MATCHES}, generate_series(1, {self.each.events}) k",
            match_id="m.id",
            number="k",
            kind="'dug'",
            version="1",
            rules_version="1",
            payload="decode(repeat('ab', 100), 'hex')",
            digest="md5(m.id || ' ' || k)",
            at="m.created_at",
        )
        self.add(
            Order,
            SEATS,
            match_id="m.id",
            seat_id="s.id",
            generation="1",
            content="'{}'",
            since="1",
            door="'page'",
            at="m.created_at",
        )
        self.add(
            SealedAnswer,
            f"{SEATS} JOIN games_submission o ON o.match_id = m.id AND o.key = 'key 1'",
            match_id="m.id",
            seat_id="s.id",
            generation="1",
            question="'0-1-0'",
            command="'{}'",
            submission_id="o.id",
            at="m.created_at",
        )
        coming = "now() + interval '1 day' + m.id * interval '1 minute'"
        is_last = f"k = {self.each.deadlines} AND m.status IN ('running', 'paused')"
        self.add(
            Deadline,
            f"{MATCHES}, generate_series(1, {self.each.deadlines}) k",
            match_id="m.id",
            kind="'question'",
            question="'0-' || k || '-' || m.id % 3",
            seat="m.id % 3",
            asked_at="m.created_at",
            due_at=f"CASE WHEN {is_last} THEN {coming} ELSE m.created_at END",
            remind_at=f"CASE WHEN {is_last} THEN {coming} - interval '12 hours' END",
            clock="repeat('t', 150)",
            created_at="m.created_at",
            state=f"CASE WHEN {is_last} THEN 'running' WHEN k % 2 = 0 THEN 'done' ELSE 'dropped' END",
        )

    def mails(self) -> None:
        """Write emails that went out, but for three that wait until tomorrow."""
        to = "(SELECT email FROM games_player WHERE id = s.player_id)"
        self.add(
            Outbox,
            f"{SEATS}, generate_series(1, {self.each.mails // 3}) k",
            match_id="m.id",
            seat_id="s.id",
            generation="1",
            kind="CASE k % 2 WHEN 0 THEN 'turn' ELSE 'reminder' END",
            question="'0-' || k || '-1'",
            dedupe="m.id || ':' || s.id || ':' || k",
            message_id="gen_random_uuid()",
            state="'sent'",
            send_after="m.created_at",
            created_at="m.created_at",
            sent_at="m.created_at",
            to=f"coalesce({to}, '')",
        )
        self.add(
            Link,
            "games_outbox o",
            name="substr(uuid_send(o.message_id), 1, 8)",
            purpose="'seat'",
            mail_id="o.id",
            match_id="o.match_id",
            seat_id="o.seat_id",
            question="o.question",
            at="o.created_at",
            player_id="(SELECT player_id FROM games_seat WHERE id = o.seat_id)",
        )
        self.add(
            Delivery,
            "games_outbox o",
            mail_id="o.id",
            step="'sent'",
            event="'sent ' || o.id",
            at="o.created_at",
        )
        self.add(
            Inbound,
            "(SELECT seat_id, min(id) AS mail_id, min(sent_at) AS at FROM games_outbox GROUP BY seat_id) o",
            digest="md5('in ' || o.seat_id)",
            door="'pipe'",
            state="'played'",
            seat_id="o.seat_id",
            received_at="o.at",
            mail_id="o.mail_id",
        )

    def disputes(self) -> None:
        """Flag something in four of ten matches; leave fifty open."""
        self.add(
            Case,
            f"{SEATS} WHERE s.number = 1 AND m.id % 5 < 2 AND s.player_id IS NOT NULL",
            public_id="substr(md5('case ' || m.id), 1, 16)",
            match_id="m.id",
            seat_id="s.id",
            generation="1",
            opener_id="s.player_id",
            kind="'rules'",
            state="'closed'",
            opened_at="m.created_at",
            changed_at="m.created_at",
            decided_at="m.created_at",
            verdict="'stands'",
        )
        self.say(
            "UPDATE games_case SET state = (ARRAY['open', 'looking', 'decided'])[1 + id % 3], "
            "decided_at = now() WHERE id IN (SELECT id FROM games_case ORDER BY id DESC LIMIT 50)"
        )
        self.add(
            CaseWord,
            f"{CASES}, generate_series(1, 2) k",
            case_id="c.id",
            author_id="c.opener_id",
            text="'so'",
            key="'word ' || k",
            at="c.opened_at",
        )
        self.add(
            Ruling,
            f"{CASES}, generate_series(1, 3) k",
            match_id="c.match_id",
            case_id="c.id",
            kind="'noted'",
            reason="'Seen.'",
            key="c.id || ' ' || k",
            at="c.opened_at",
        )
        self.add(
            Look,
            f"{CASES} WHERE c.id % 3 = 0",
            match_id="c.match_id",
            case_id="c.id",
            event="3",
            reason="'To see.'",
            at="c.opened_at",
        )

    def add(self, model: type[models.Model], source: str, **told: str) -> None:
        """Insert rows by one statement; what isn't told has the field's own default."""
        values = {_column(field): told.pop(_column(field), None) for field in model._meta.concrete_fields}
        if told:
            raise ValueError(f"{model.__name__} has no {', '.join(told)}")
        given = {column: value for column, value in values.items() if value is not None}
        kept = {_column(field): _default(field) for field in _filled_in(model) if _column(field) not in given}
        columns = ", ".join(f'"{column}"' for column in (*given, *kept))
        chosen = ", ".join([*given.values(), *["%s"] * len(kept)])
        self.say(f'INSERT INTO "{model._meta.db_table}" ({columns}) SELECT {chosen} FROM {source}', kept)

    def say(self, statement: str, kept: Mapping[str, Any] = MappingProxyType({})) -> None:
        """Run a statement whose blanks are filled with what every row has alike."""
        marked = (
            statement.replace("%", "%%").replace("%%s", "%s").replace("now()", f"'{self.now}'::timestamptz")
        )
        with connection.cursor() as cursor:
            cursor.execute(marked, [*kept.values()])


def _filled_in(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    return [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]


def _column(field: models.Field[Any, Any]) -> str:
    return str(field.column)


def _default(field: models.Field[Any, Any]) -> Any:
    return field.get_db_prep_save(field.get_default(), connection)
