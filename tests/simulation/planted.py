"""Bugs put in on purpose: each must turn a seed red, or the laws look at nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from games import play
from games.clocks import running
from games.mail.send import outbox
from games.match import seats, votes
from games.models import Match, MatchStatus, SealedAnswer
from games.play import autoplay, effects, history, loading, orders, transaction, writer
from games.play.diff import label
from games.play.workspace import Workspace
from games.rules.kernel.codec import codec

#: In `games.play` these names are functions, and a bug put into a function is in nobody's way.
submit, take_back = map(import_module, ("games.play.submit", "games.play.take_back"))


def memo_before_commit() -> None:
    """Keep the table when the rows are written, and find it by number: a rolled back one is served."""
    go_on = writer._clocks

    def remember_and_go_on(workspaces: Sequence[Workspace]) -> Any:
        for work in workspaces:
            if work.loaded:
                work.remember()
        return go_on(workspaces)

    def put(self: history.Memo, match: Match, records: Any, table: Any) -> None:
        vars(self).setdefault("tables", {})[match.version] = (records, table)

    def get(self: history.Memo, match: Match) -> Any:
        return vars(self).get("tables", {}).get(match.version)

    writer._clocks = remember_and_go_on
    history.Memo.put = put  # type: ignore[method-assign]
    history.Memo.get = get  # type: ignore[method-assign]


def mail_of_a_taken_turn() -> None:
    outbox.still_makes_sense = lambda row, now: True


def forgotten_receipt() -> None:
    """Know that a wish was heard, and not what came of it: what was done is told as refused."""
    transaction.receipt_of = lambda submission: play.Receipt("refused", "stale")


def clock_left_running() -> None:
    effects.stop_clocks = lambda work, names: None


def rendered_anew() -> None:
    """Render every try anew, under the same Message-ID."""
    envelope = outbox.envelope

    def again(row: Any) -> Any:
        if row.attempts > 1:
            row.rendered = bytes(row.rendered) + b"once more\n"
        return envelope(row)

    outbox.envelope = again


def pause_eats_time() -> None:
    votes.give_back = lambda work, stop: None


def clocks_run_in_a_pause() -> None:
    """Take a paused match for one that is played."""
    going_on = (MatchStatus.RUNNING, MatchStatus.PAUSED)
    Match.is_running = property(lambda self: self.status in going_on)  # type: ignore[method-assign, assignment]


def one_voice_is_enough() -> None:
    votes.unanimous = lambda work, subject, cast: True


def bank_grows_with_every_move_taken_back() -> None:
    effects.bank_as_before = lambda work, clock, seat: None


def time_runs_out_at_night() -> None:
    running._push = lambda deadline, clock, off: None


def holidays_hold_windows_open() -> None:
    running.LONGEST_WINDOW = 100  # type: ignore[misc]


def autopilot_keeps_the_seat() -> None:
    for module in (submit, orders):
        module.came_back = lambda work, number: None


def former_player_still_moves() -> None:
    """Leave the seat's generation as it was: what was made for the former player stays good."""
    change_hands = seats._change_hands

    def keeping(work: Any, seat: Any) -> None:
        generation = seat.generation
        change_hands(work, seat)
        work.change(seat, generation=generation)

    seats._change_hands = keeping


def anything_may_be_taken_back() -> None:
    """Go back to before one's last move, whatever has followed."""

    def may(match: Match, seat: Any, now: Any, loaded: Any = None) -> Any:
        mine = match.submissions.filter(seat=seat, outcome="played", first_event__isnull=False, door="page")
        last = mine.order_by("pk").last() if match.is_running else None
        return last and take_back.LastMove(last, None)

    take_back.may_take_back = may


def first_answer_counts() -> None:
    """Let nobody change what was said in secret."""

    def lay_out(workspaces: Sequence[Workspace]) -> None:
        honest(workspaces)
        for one in workspaces:
            for name in one.sealed:
                rows = SealedAnswer.objects.filter(match=one.match, question=label(name))
                one.sealed[name] = codec(one.rules).command(rows.earliest("pk").command)

    honest = loading._lay_out_sealed
    loading._lay_out_sealed = lay_out


def moments_are_left_to_people() -> None:
    """Ask somebody what only orders are there to answer."""
    autoplay.is_moment = lambda work, question: False
    autoplay.by_order = lambda work, name, question, late: None


PLANTED: dict[str, Callable[[], None]] = {
    one.__name__: one
    for one in (
        memo_before_commit,
        mail_of_a_taken_turn,
        forgotten_receipt,
        clock_left_running,
        rendered_anew,
        pause_eats_time,
        clocks_run_in_a_pause,
        one_voice_is_enough,
        bank_grows_with_every_move_taken_back,
        time_runs_out_at_night,
        holidays_hold_windows_open,
        autopilot_keeps_the_seat,
        former_player_still_moves,
        anything_may_be_taken_back,
        first_answer_counts,
        moments_are_left_to_people,
    )
}
