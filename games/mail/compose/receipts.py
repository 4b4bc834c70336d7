"""Emails that say what came of a click or a reply, how to undo it, and whether it was meant.

A receipt that leaves out the hand repeats no answer: next to what everybody saw happen, an answer "if I hold
it" would tell whether the card was held, and a sealed answer is nobody else's to know. It repeats what
changed in orders, but draws no plan.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.mail import links
from games.mail.compose.asks import Context, turn
from games.mail.compose.email_draft import Button, EmailDraft, safe
from games.mail.queue import AboutOrders
from games.mail.receive.parsing import first_line, for_chat, parts, senders
from games.models import LONGEST_TALK, Door, Inbound, InboundState, Link, Order, Outcome, Purpose, Submission
from games.models.inbound import MOST_IN_A_ROW, NO_CHOICE, NOBODY_CALLED_SO, SAID, UNPROVEN
from games.play import history
from games.present import generic_view, standing_orders
from games.present.commands import describe_command
from games.present.names import readable
from games.present.refusals import SENTENCES, sentence
from games.rules.kernel.codec import codec
from games.rules.kernel.events import Record

BY_MAIL = (Door.LINK, Door.REPLY, Door.STAND_IN)
LONGEST_LINE = 80
LONGEST_MESSAGE = 400
#: Why a message isn't sent, where the sentence of pages fits an email too.
PLAIN_REASONS = ("no_private_messages", "not_a_seat", "not_running", "nothing_said", "stale")


def receipt(draft: EmailDraft) -> Context:
    """Say what was clicked or replied, how to undo it, and what to do if it was somebody else."""
    laid = AboutOrders.find(draft.row.question)
    answered = _laid(draft, laid) if laid else _answered(draft)
    asked = draft.row.question
    undo = [Button(answered["lift"], draft.link(Purpose.LIFT, question=asked))] if answered["lift"] else []
    return answered | {
        "lines": [*answered.get("lines", []), _who_else()],
        "buttons": [*undo, Button(_("This wasn't me"), draft.link(Purpose.NOT_ME, question=asked))],
        "calm": True,
        "head": draft.match.head,
    }


def _answered(draft: EmailDraft) -> Context:
    mine = Submission.objects.filter(match=draft.match, seat=draft.seat, question=draft.row.question)
    found = mine.filter(door__in=BY_MAIL).exclude(outcome=Outcome.REFUSED).order_by("pk").last()
    if found is None:
        return {"title": _("Your move was received"), "lift": _("Undo this move")}
    sealed = found.outcome == Outcome.SEALED and found.first_event is None
    is_final = not sealed and history.is_final(draft.rules, _made(draft, found))
    return {
        "title": _repeated(draft, found.command) or _("Your move was received"),
        "lines": [] if is_final else [_sealed() if sealed else _played()],
        "story_title": _("What happened next"),
        "story": draft.story.between(found.first_event or 0, found.last_event or 0),
        "lift": "" if is_final else _("Undo this move"),
    }


def _repeated(draft: EmailDraft, command: str) -> str:
    """Repeat an answer, where the hand is shown anyway."""
    if not draft.seat_view.shows_hand:
        return ""
    return _("You chose: %(answer)s") % {
        "answer": describe_command(draft.names, msgspec.json.decode(command))
    }


def _made(draft: EmailDraft, found: Submission) -> list[Record[Any]]:
    """Find the events that an answer caused."""
    first, last = found.first_event or 0, found.last_event or 0
    return [record for record in draft.seat_view.records if first <= record.number <= last]


def _who_else() -> str:
    return _(
        "If someone else did this, tell us: the links in your emails so far stop working, and "
        "the move is undone if that is still possible."
    )


def _sealed() -> str:
    return _("Your choice stays secret until everyone has chosen. Until then, you can change it.")


def _played() -> str:
    return _("You can undo this for a short while, until the game moves on.")


def _laid(draft: EmailDraft, about: AboutOrders) -> Context:
    order = Order.objects.filter(seat=draft.seat, pk=about.number).first()
    if order is None or order.generation != draft.seat.generation:
        return {"title": _("Plans and standing orders saved"), "lift": _("Cancel these plans and orders")}
    orders, before = codec(draft.rules).orders(order.content), _before(draft, order)
    changes = standing_orders.differences(draft.rules, before, orders, draft.names)
    return {
        "title": _("Plans and standing orders saved"),
        "lines": [*_plan(draft, before, orders), *changes],
        "story_title": _("What happened next"),
        "story": [line for one in order.did_at_once() for line in draft.story.between(*one)],
        "lift": _("Cancel these plans and orders"),
    }


def _before(draft: EmailDraft, order: Order) -> Any:
    """Return the orders a receipt compares with: none, or without the hand the ones before."""
    mine = Order.objects.filter(seat=draft.seat, generation=order.generation, pk__lt=order.pk)
    last = mine.order_by("pk").last()
    if last is None or draft.seat_view.shows_hand:
        return draft.rules.automation.orders()
    return codec(draft.rules).orders(last.content)


def _plan(draft: EmailDraft, before: Any, orders: Any) -> list[str]:
    """Name a new ready-made plan; describe any other line by line, if the email shows the hand anyway."""
    for key, lay in draft.rules.automation.ready_made.items():
        if lay(orders) == orders and lay(before) != before:
            return [draft.names.word(f"plan.{key}", otherwise=readable(key))]
    if draft.rules.automation.unplanned(orders) == orders or not draft.seat_view.shows_hand:
        return []
    found = generic_view.draw("", orders.plan, type(orders.plan), draft.names)
    return [one.text or one.label for one in found.parts]


# --- answers to replies


def confirm(draft: EmailDraft) -> Context:
    """Ask whether a reply that couldn't be verified was meant; its link was made when the reply came."""
    meant = Link.objects.filter(mail=draft.row, purpose=Purpose.CONFIRM).order_by("pk").last()
    if meant is None:
        return {"title": _("We can't be sure that you sent this reply")}
    command = msgspec.json.decode(meant.content) if meant.content else {}
    said = describe_command(draft.names, command) if "kind" in command else _("a new plan or standing order")
    return {
        "title": _("Did you send this reply: %(answer)s?") % {"answer": said},
        "lines": [
            _(
                "We received an email with this reply, but nothing proves that you wrote it. Nothing was "
                "done."
            ),
            _("If it was you, confirm it here. If not, ignore this email."),
        ],
        "buttons": [Button(_("Yes, that is my reply"), links.url(meant))],
    }


def unreadable(draft: EmailDraft) -> Context:
    """Say why a reply did nothing, and, while its question is open, what would be understood."""
    if not draft.row.question:
        late = _("Your reply came after that question had closed, so nothing was done.")
        return {"title": _("It's too late for this"), "lines": [late]}
    reply = Inbound.objects.answered_by(draft.row)
    asked, refused = turn(draft), _why_not_done(draft, reply)
    lines = [refused] if refused else [_not_understood(reply), *_what_counts(asked)]
    if Inbound.objects.answers_in_a_row(draft.row) == MOST_IN_A_ROW:
        lines.append(_last_answer())
    title = asked.get("title") if refused else _("We couldn't read your reply")
    return asked | {"title": title, "lines": lines}


def _why_not_done(draft: EmailDraft, reply: Inbound | None) -> str:
    """Say why a reply was refused or not even read; return "" if it just wasn't understood."""
    if reply is not None and reply.state == InboundState.IGNORED:
        return _left_unread()
    if reply is None or reply.why == NO_CHOICE or _line(reply) is None:
        return ""
    code = "try_again" if reply.why == "too_many" else reply.why  # an email can't know how long to wait
    return sentence(draft.rules, code if code in SENTENCES else "", None, draft.match.options_read)


def _line(reply: Inbound) -> str | None:
    """Return the line that was read; None if the whole reply couldn't be read."""
    try:
        parsed = parts.take_apart(bytes(reply.raw or b""))
        senders.author(parsed.head)
        return first_line.first_line(parsed)
    except parts.Unreadable:
        return None


def _left_unread() -> str:
    return _(
        "So many emails came to your reply address that some were left unread, perhaps one of yours. Nothing "
        "was done with those. Reply again a little later, or use a link below."
    )


def _not_understood(reply: Inbound | None) -> str:
    """Show the line that was read, so that its writer sees what went wrong."""
    line = _line(reply) if reply else ""
    if line is None:
        return _(
            "Nothing was done. Your reply was too large or too complicated to read. Send a short one "
            "without attachments."
        )
    if not line or line.startswith(first_line.QUOTE):
        return _("Nothing was done. There was no text of your own at the top of your reply.")
    return _("Nothing was done. Your reply began with: “%(line)s”") % {"line": safe(line, LONGEST_LINE)}


def _what_counts(asked: Context) -> list[str]:
    """Name the codes that work.

    They are in quotes, so that this line, when quoted, is never a code itself.
    """
    suggested = [order for one in asked.get("suggested", ()) for order in one["orders"]]
    offered = [*asked.get("answers", ()), *asked.get("settling", ()), *suggested, *asked.get("plans", ())]
    codes = [f"“{one.code}”" for one in offered]
    told = _(
        "Only the first line counts. It must be one of these codes, or the words next to it "
        "below, and nothing else: %(codes)s."
    )
    return [told % {"codes": ", ".join(codes)}] if codes else []


def message(draft: EmailDraft) -> Context:
    """Say that a message is in the chat, or why it isn't."""
    reply = Inbound.objects.with_message(draft.row)
    read = _message_of(reply)
    line = safe(read.text, LONGEST_MESSAGE) if read else ""
    chat = [Button(_("Open the chat"), f"{draft.page}talk/")]
    if reply is not None and reply.why == SAID:
        alone = read is not None and read.is_private
        title = _("Your private message was sent") if alone else _("Your message is in the chat")
        return {"title": title, "lines": [f"“{line}”"] if line else [], "buttons": chat, "calm": True}
    return {"title": _("Your message wasn't sent"), "lines": [_why_unsent(draft, reply)], "buttons": chat}


def _message_of(reply: Inbound | None) -> for_chat.ForChat | None:
    """Read again what a reply said; None once its bytes are gone."""
    try:
        return for_chat.read(parts.take_apart(bytes(reply.raw))) if reply and reply.raw else None
    except parts.Unreadable:
        return None


def _why_unsent(draft: EmailDraft, reply: Inbound | None) -> str:
    if reply is not None and reply.why == UNPROVEN:
        return _(
            "We received an email with a message for the chat, but nothing proves that you wrote it. If it "
            "was you, write it on the match page. If not, ignore this email."
        )
    if reply is not None and reply.why == NOBODY_CALLED_SO:
        names = ", ".join(draft.other_people)
        return _(
            "Nobody else in this match is called that. Write the name just as it is here, and a colon after "
            "it: %(names)s."
        ) % {"names": names}
    if reply is not None and reply.why == "too_long":
        return _("It is too long: the limit is %(most)d characters.") % {"most": LONGEST_TALK}
    if reply is not None and reply.why == "suspended":
        return _("You are suspended and can't use the chat until that ends.")
    code = reply.why if reply is not None and reply.why in PLAIN_REASONS else "try_again"
    return sentence(draft.rules, code, None, draft.match.options_read)


def _last_answer() -> str:
    return _("This is our last email about replies we can't read. Use a link below instead.")
