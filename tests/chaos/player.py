"""A player who notes what was acknowledged, and after a crash sends the last form again."""

from __future__ import annotations

import json
import os
import random
import time
import uuid
from pathlib import Path
from typing import Any

from django.utils import timezone

from games import play
from games.models import Door, Match
from games.play import history
from games.rules.kernel.codec import canonical
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.table import questions
from tests.kit.play_people import view

NOTES = "CHAOS_NOTES"


def main() -> None:
    path, public_ids = Path(os.environ[NOTES]), os.environ["CHAOS_TABLES"].split()
    with path.open("a", buffering=1) as notes:
        notes.write("\n")  # the last line may have been cut
        for form in unanswered(path):
            send(form, notes)
        while True:
            for found in Match.objects.filter(public_id__in=public_ids, status="running"):
                form = fill(found)
                notes.write(json.dumps(["sent", form]) + "\n")
                send(form, notes)
                time.sleep(0.05)
            time.sleep(0.05)


def fill(found: Match) -> dict[str, Any]:
    """Fill in a form, with its key."""
    _, table = history.load(found)
    waiting = questions(found.rules, table)
    open_now = [name for name, one in waiting.items() if one.awaited and name.seat in found.awaited]
    name = min(open_now)
    command = found.rules.robots[found.rules.automation.sensible](
        view(found, name.seat), waiting[name], random.Random()
    )
    return {
        "match": found.pk,
        "question": list(name),
        "command": canonical(command).decode(),
        "key": uuid.uuid4().hex,
    }


def send(form: dict[str, Any], notes: Any) -> None:
    name = QuestionName(*form["question"])
    wish = play.Wish(form["match"], name.seat, 1, name, form["command"], form["key"], Door.PAGE)
    receipt = play.submit(wish, timezone.now())
    got = [receipt.outcome, receipt.first_event, receipt.last_event]
    notes.write(json.dumps(["acknowledged", {**form, "receipt": got}]) + "\n")


def unanswered(path: Path) -> list[dict[str, Any]]:
    """Find the forms that were sent and nothing was heard of."""
    sent = {form["key"]: form for form in told(path, "sent")}
    for form in told(path, "acknowledged"):
        sent.pop(form["key"], None)
    return list(sent.values())


def told(path: Path, what: str) -> list[dict[str, Any]]:
    lines = path.read_text().splitlines() if path.exists() else []
    notes = [json.loads(line) for line in lines if line.endswith("]")]
    return [form for word, form in notes if word == what]
