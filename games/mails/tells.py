"""Mails that ask nothing: a match begins or ends, what a press did, what the program did for somebody."""

from __future__ import annotations

from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _

from games import history, links
from games.mails import offers
from games.mails.asks import Context, around, needs_hand, turn
from games.mails.letter import Button, Letter, listed, safe
from games.models import Door, Inbound, Invitation, Link, Order, Outcome, Purpose, Submission
from games.pages import drawing, ordering
from games.pages.names import options_of, readable
from games.pages.ranking import ranking
from games.pages.saying import told
from games.refusals import SENTENCES, sentence
from games.rules.kernel.codec import codec
from games.rules.kernel.events import Record
from games.telling import about, title

BY_MAIL = (Door.LINK, Door.REPLY)
BY_ITSELF = (Door.TIMER, Door.ORDER)
ORDER = "order-"  # how a row names the orders it is about


def started(letter: Letter) -> Context:
    return around(letter) | {
        "title": _("The match has begun"),
        "lines": [
            _("You will be asked when it is your turn. Until then nothing has to be done."),
            _("If you like, lay a plan or orders now: they answer for you."),
        ],
        "buttons": [_everything(letter)],
        **_plans_to_lay(letter),
    }


def ahead(letter: Letter) -> Context:
    reason = letter.sitting.ahead()
    ahead = letter.names.word(f"ahead.{reason}", otherwise=readable(reason)) if reason else ""
    return around(letter) | {
        "title": _("Your plan will stop at your next turn"),
        "lines": [one for one in (ahead,) if one]
        + [_("Nobody waits for you yet. Lay another plan now, and your turn goes on by itself.")],
        "buttons": [_everything(letter)],
        **_plans_to_lay(letter),
    }


def over(letter: Letter) -> Context:
    return around(letter) | {
        "title": _("The match is over"),
        "ranking": ranking(letter.sitting),
        "secret": history.secret_of(letter.match).hex(),
        "commitment": letter.match.commitment,
        "buttons": [Button(_("Look back at the match"), letter.page)],
    }


def _plans_to_lay(letter: Letter) -> Context:
    return {"plans_title": _("A plan that plays your turns"), "plans": offers.plans(letter)}


def _everything(letter: Letter) -> Button:
    return Button(_("Everything you may do here"), letter.link(Purpose.SEAT))


# --- what the program did


def done(letter: Letter) -> Context:
    """Tell what orders, plans and silence did since the last move by hand."""
    deeds = Submission.objects.filter(match=letter.match, seat=letter.seat, outcome=Outcome.PLAYED)
    doors = set(
        deeds.filter(door__in=BY_ITSELF, first_event__gt=letter.last_move).values_list("door", flat=True)
    )
    return around(letter) | {
        "title": _("Moved for you"),
        "lines": [why for door, why in _whys().items() if door in doors],
        "buttons": [_everything(letter)],
    }


def _whys() -> dict[str, str]:
    return {
        Door.TIMER: _("Your time was up, so the game answered for you, as it does for whoever is silent."),
        Door.ORDER: _("Your orders or your plan answered for you, as you had laid them."),
    }


def put_off(letter: Letter) -> Context:
    return around(letter) | {
        "title": _("Your plan is off"),
        "lines": [
            _("What it wanted to do could no longer be done, or play went back to an earlier moment."),
            _("Your standing orders stay as they are. From now on your turns are asked again."),
        ],
        "buttons": [_everything(letter)],
        **_plans_to_lay(letter),
    }


def taken_back(letter: Letter) -> Context:
    return around(letter) | {
        "title": _("Your move is taken back"),
        "lines": [_("The table stands as it did before it, and you are asked again.")],
        "buttons": [_everything(letter)],
    }


# --- receipts


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
        "Nothing was done. Only the first line of an answer is read, and it has to be one code "
        "and nothing else."
    )


# --- addresses


def bounced(letter: Letter) -> Context:
    """Say at another address of its reader's that mails to the first one come back."""
    return {
        "title": _("Mails to you come back to us"),
        "lines": [
            _(
                "The address that your matches are mailed to takes no mails any more, so none are sent "
                "there. Your time runs all the same, and everybody you play with can see that no mail "
                "reaches you."
            ),
            _("On the page you can choose another address, or show that the first one works again."),
        ],
        "buttons": [Button(_("Put that right"), f"{settings.SITE_URL}/mails/sent/")],
    }


# --- invitations


def invitation(letter: Letter) -> Context:
    return _inviting(letter, _("You are invited to a match of %(game)s") % {"game": title(letter.rules.meta)})


def invited_again(letter: Letter) -> Context:
    """Ask once more; nobody is asked a third time."""
    asked = _inviting(
        letter, _("A seat at %(game)s still waits for you") % {"game": title(letter.rules.meta)}
    )
    last = _(
        "This is the only reminder. If you don't want the seat, say so, and it is free for somebody else."
    )
    return asked | {"lines": [*asked["lines"], last]}


def door(letter: Letter) -> Context:
    """Give whoever has opened the door of a table a link that takes a seat."""
    link = letter.link(
        Purpose.INVITATION, match=letter.match, address=letter.row.to, content=letter.row.question
    )
    return {
        "title": _("A free seat at %(game)s") % {"game": title(letter.rules.meta)},
        "lines": [
            about(letter.rules.meta),
            _("At the table: %(names)s.") % {"names": listed(letter.others)},
            _("Somebody, hopefully you, has opened the address of this table and typed yours."),
            _("Nothing happens until you take the seat; whoever is first has it."),
        ],
        "buttons": [Button(_("Take a seat"), link)],
    }


def _inviting(letter: Letter, said: str) -> Context:
    return {
        "title": said,
        "lines": [
            *_asked_by(letter),
            about(letter.rules.meta),
            _("At the table: %(names)s.") % {"names": listed(letter.others)},
            _("No account is needed: the mails are the game. Nothing happens until you say yes."),
        ],
        "buttons": [
            Button(_("Look at the invitation"), letter.link(Purpose.INVITATION, address=letter.row.to)),
            Button(_("Never invite me again"), letter.link(Purpose.NEVER, address=letter.row.to)),
        ],
    }


def _asked_by(letter: Letter) -> list[str]:
    made = Invitation.objects.filter(seat=letter.seat, generation=letter.row.generation)
    sent = made.exclude(sender=None).select_related("sender").first()
    return [_("%(name)s asks you to play.") % {"name": safe(str(sent.sender))}] if sent else []
