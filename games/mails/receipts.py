"""Mails that say what came of a press or of a reply, how to undo it, and whether it was meant."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games import history, links
from games.mails.asks import Context, needs_hand, turn
from games.mails.letter import Button, Letter
from games.models import Door, Inbound, Link, Order, Outcome, Purpose, Submission
from games.readers import drawing, ordering
from games.readers.names import options_of, readable
from games.readers.saying import told
from games.refusals import SENTENCES, sentence
from games.rules.kernel.codec import codec
from games.rules.kernel.events import Record

BY_MAIL = (Door.LINK, Door.REPLY)
ORDER = "order-"  # how a row names the orders it is about


def receipt(letter: Letter) -> Context:
    """Say what was pressed or answered, how to undo it, and what to do if somebody else did it."""
    answered = _laid(letter) if letter.row.question.startswith(ORDER) else _answered(letter)
    asked = letter.row.question
    undo = [Button(answered["lift"], letter.link(Purpose.LIFT, question=asked))] if answered["lift"] else []
    return answered | {
        "lines": [*answered.get("lines", []), _who_else()],
        "buttons": [*undo, Button(_("This wasn't me"), letter.link(Purpose.NOT_ME, question=asked))],
        "calm": True,
        "head": letter.match.head,
    }


def _answered(letter: Letter) -> Context:
    mine = Submission.objects.filter(match=letter.match, seat=letter.seat, question=letter.row.question)
    found = mine.filter(door__in=BY_MAIL).exclude(outcome=Outcome.REFUSED).order_by("pk").last()
    if found is None:
        return {"title": _("Your answer has come in"), "lift": _("Take it back")}
    command = told(letter.names, msgspec.json.decode(found.command))
    sealed = found.outcome == Outcome.SEALED and found.first_event is None
    is_final = not sealed and history.is_final(letter.rules, _made(letter, found))
    return {
        "title": _("You answered: %(answer)s") % {"answer": command},
        "lines": [] if is_final else [_sealed() if sealed else _played()],
        "story_title": _("What came of it"),
        "story": letter.telling.between(found.first_event or 0, found.last_event or 0),
        "lift": "" if is_final else _("Take it back"),
    }


def _made(letter: Letter, found: Submission) -> list[Record[Any]]:
    """Find what an answer has made happen."""
    first, last = found.first_event or 0, found.last_event or 0
    return [record for record in letter.sitting.records if first <= record.number <= last]


def _who_else() -> str:
    return _(
        "If it was somebody else, say so: no link mailed to you before opens anything any more, and what was "
        "done is undone where that is still possible."
    )


def _sealed() -> str:
    return _(
        "It lies sealed until everybody who is asked has answered. Until then another answer takes its place."
    )


def _played() -> str:
    return _("For a moment, as long as nothing has followed from it, you can take it back.")


def _laid(letter: Letter) -> Context:
    order = Order.objects.filter(seat=letter.seat, pk=letter.row.question.split("-")[1]).first()
    if order is None or order.generation != letter.seat.generation:
        return {"title": _("Your orders are laid"), "lift": _("Lift them again")}
    orders = codec(letter.rules).orders(order.content)
    return {
        "title": _("Your orders are laid"),
        "lines": [
            *_plan(letter, orders),
            *ordering.differences(letter.rules, _bare(letter), orders, letter.names),
        ],
        "story_title": _("What came of it"),
        "story": [line for one in order.did_at_once() for line in letter.telling.between(*one)],
        "lift": _("Lift them again"),
    }


def _bare(letter: Letter) -> Any:
    return letter.rules.orders()


def _plan(letter: Letter, orders: Any) -> list[str]:
    """Name a ready-made plan; draw any other line by line."""
    for key, lay in letter.rules.ready_made.items():
        if lay(orders) == orders:
            return [letter.names.word(f"plan.{key}", otherwise=readable(key))]
    if letter.rules.unplanned(orders) == orders:
        return []
    found = drawing.draw("", orders.plan, type(orders.plan), letter.names)
    return [one.text or one.label for one in found.parts]


# --- answers to replies


def confirm(letter: Letter) -> Context:
    """Ask whether a reply was meant that could not be believed; its link was written when it came."""
    meant = Link.objects.filter(mail=letter.row, purpose=Purpose.CONFIRM).order_by("pk").last()
    if meant is None:
        return {"title": _("An answer has come in that we can't be sure of")}
    command = msgspec.json.decode(meant.content) if meant.content else {}
    said = told(letter.names, command) if "kind" in command else _("new orders")
    return {
        "title": _("Did you answer: %(answer)s?") % {"answer": said},
        "lines": [
            _("A mail with this answer has come in, but nothing proves that you wrote it. Nothing was done."),
            _("If you did, press here. If you didn't, leave it be."),
        ],
        "buttons": [Button(_("Yes, that is my answer"), links.url(meant))],
    }


def unreadable(letter: Letter) -> Context:
    """Say why a reply has done nothing; and while its question is asked, what would be read."""
    if not letter.row.question:
        late = _("Nothing was done: what it answered isn't asked any more.")
        return {"title": _("Its moment has passed"), "lines": [late]}
    asked, refused = turn(letter), _why_not_done(letter)
    lines = [refused or _only_a_code()]
    if asked.get("answers") == []:
        lines.append(needs_hand())
    title = asked.get("title") if refused else _("Your answer could not be read")
    return asked | {"title": title, "lines": lines}


def _why_not_done(letter: Letter) -> str:
    """Say why a reply that could be read was refused; nothing for one that could not be."""
    reply = Inbound.objects.answered_by(letter.row)
    if reply is None or reply.why not in SENTENCES:
        return ""
    code = "try_again" if reply.why == "too_many" else reply.why  # how long to wait, a mail can't know
    return sentence(letter.rules, code, None, options_of(letter.match))


def _only_a_code() -> str:
    return _(
        "Nothing was done. Only the first line of an answer is read, and it has to be one letter "
        "or code and nothing else."
    )
