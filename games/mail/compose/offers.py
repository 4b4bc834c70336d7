"""What an email offers: answers as links and codes, plans, and standing orders."""

from __future__ import annotations

import itertools
import math
import string
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import QuerySet
from django.utils import translation

from games.infra.statements import kept
from games.mail.compose import drawn
from games.mail.compose.email_draft import EmailDraft
from games.mail.receive.parsing.first_line import fold
from games.models import Order, Purpose
from games.play.diff import label
from games.present import choices, standing_orders
from games.present.commands import describe_command, seats_in
from games.present.names import Names
from games.present.orders_offered import OrderOffered, offered_orders, suggestions
from games.present.plans_offered import plans_offered
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.questions import Choice, Field, Question, QuestionName

CODES = string.ascii_uppercase
FEW = 6  # ways to fill in a choice; if there are more, its page asks


@dataclass(frozen=True)
class Offer:
    """One thing to click, or to reply with its code."""

    code: str
    label: str
    url: str
    help: str = ""
    on_page: bool = False  # its page asks for the rest
    is_reckoned: bool = False  # its help says what it would lead to


@dataclass(frozen=True)
class Spelled:
    """An offered command, how a reply may name it, and whether it still has blanks."""

    code: str
    command: dict[str, Any]
    on_page: bool
    words: list[str]


# --- answers


def answers(draft: EmailDraft, name: QuestionName, question: Question) -> list[Offer]:
    """Offer the answers that can be given by email."""
    found = list(commands(draft, question))[: len(CODES)]
    said = [words_of(draft.names_by_language, command) for command, _on_page in found]
    return [
        _offer(draft, question, label(name), Spelled(code, command, on_page, words))
        for code, (command, on_page), words in zip(CODES, found, unambiguous(said), strict=False)
    ]


def _offer(draft: EmailDraft, question: Question, about: str, one: Spelled) -> Offer:
    content = canonical(one.command).decode()
    url = draft.link(Purpose.CHOICE, question=about, content=content, code=one.code, words=one.words)
    comes_to = "" if one.on_page else _reckoned(draft, question, content)
    usual = draft.names.word(f"help.{one.command['kind']}")
    return Offer(
        one.code,
        describe_command(draft.names, one.command),
        url,
        comes_to or usual,
        one.on_page,
        bool(comes_to),
    )


def _reckoned(draft: EmailDraft, question: Question, content: str) -> str:
    """Say what an answer would come to, where that can be reckoned; only its own seat can know."""
    if not draft.seat_view.shows_hand:
        return ""
    command = codec(draft.rules).command(content)
    return " ".join(
        drawn.sentence(draft, one) for one in draft.rules.text.reckon(draft.view, question, command)
    )


def commands(draft: EmailDraft, question: Question) -> Iterator[tuple[dict[str, Any], bool]]:
    """Spell out commands, each once and with whether blanks are left."""
    seen: set[bytes] = set()
    for choice in in_order(draft, question):
        for command, on_page in spelled_out(choice):
            if (content := canonical(command)) not in seen:
                seen.add(content)
                yield command, on_page


def in_order(draft: EmailDraft, question: Question) -> list[Choice]:
    """Put what needs no hand first, so that codes stay; before it only what the game itself puts first."""
    public = draft.rules.secrecy.public_choices(draft.seat_view.public_view, question)
    offered = draft.seat_view.choices(question)
    found = [one for one in offered if not only_orders(one, offered)]
    first = [*itertools.takewhile(lambda one: one not in public, found)] if public else []
    return [*first, *sorted(found[len(first) :], key=lambda one: one not in public)]


def only_orders(choice: Choice, offered: Sequence[Choice]) -> bool:
    """Tell whether a choice is another one with nothing added but an order, which its page asks for."""
    rest = tuple(blank for blank in choice.fields if not (blank.ordered and choices.takes_all(blank)))
    return len(rest) < len(choice.fields) and Choice(choice.command, rest, choice.exact) in offered


def spelled_out(choice: Choice) -> Iterator[tuple[dict[str, Any], bool]]:
    """Fill in a choice in every way if there are few; otherwise fill in only what has one way."""
    blanks = [blank for blank in choice.fields if not choices.is_settled(blank)]
    if choice.exact and math.prod(map(_ways, blanks)) <= FEW:
        yield from ((command, False) for command in choice.commands())
    else:
        settled = {blank.name: blank.values[0] for blank in choice.fields if choices.is_settled(blank)}
        yield {"kind": choice.command, **settled}, True


def _ways(blank: Field) -> int:
    """Count the ways to fill in a blank; for long lists it is enough to know that there are many."""
    return len(blank.fillings()) if len(blank.values) <= FEW else FEW + 1


# --- words that mean the same as a code

MOST_KEPT = 5000  # said in one language; then it begins afresh
_said: dict[Hashable, tuple[str, ...]] = {}


def words_of(names_by_language: Mapping[str, Names], command: Mapping[str, Any]) -> list[str]:
    """List what a reply may say instead of the code of a command, in any language."""
    kind = command["kind"]

    def said(names: Names) -> Iterator[str]:
        yield describe_command(names, command)
        if len(command) == 1:
            yield names.word(f"say.{kind}")

    names_nobody = seats_in(next(iter(names_by_language.values())).rules, kind).isdisjoint(command)
    return in_each(names_by_language, said, canonical(command) if names_nobody else None)


def in_each(
    names_by_language: Mapping[str, Names], said: Callable[[Names], Iterable[str]], what: Hashable = None
) -> list[str]:
    """Say something in each language, folded as a reply will be.

    What names no player is the same in every match of an edition, and is kept under what it is.
    """
    found: dict[str, None] = {}
    for language, names in names_by_language.items():
        found |= dict.fromkeys(_folded(language, names, said, what))
    return [one for one in found if one]


def _folded(
    language: str, names: Names, said: Callable[[Names], Iterable[str]], what: Hashable
) -> tuple[str, ...]:
    """Say it in one language: that of its names, and whatever else is said follows the active one."""
    key = (names.rules, *names.contexts, language, what)
    folded = _said.get(key)
    if folded is None:
        with translation.override(language):
            folded = tuple(fold(one) for one in said(names))
        if what is not None:
            _keep(key, folded)
    return folded


def _keep(key: Hashable, folded: tuple[str, ...]) -> None:
    if len(_said) >= MOST_KEPT:
        _said.clear()
    _said[key] = folded


def unambiguous(said: Sequence[list[str]]) -> list[list[str]]:
    """Leave out words that could mean two things or are too short to be meant."""
    often = Counter(itertools.chain.from_iterable(said))
    return [[word for word in words if often[word] == 1 and len(word) > 2] for words in said]


# --- plans and standing orders


def settling(draft: EmailDraft, question: Question) -> list[Offer]:
    """Offer standing orders that answer this question and all later ones like it."""
    ways = draft.rules.automation.settling(draft.view, question)
    return [
        _changing(draft, f"P{place}", order)
        for place, order in enumerate(offered_orders(draft.names, ways), 1)
    ]


def suggested(draft: EmailDraft, after: int) -> list[dict[str, Any]]:
    """Offer the standing orders that the game suggests; codes follow `after` earlier ones."""
    codes = map("P{}".format, itertools.count(after + 1))
    return [
        {"why": one.why, "orders": [_changing(draft, next(codes), order) for order in one.orders]}
        for one in suggestions(draft.seat_view)
    ]


def plans_or_tip(draft: EmailDraft, title: str, after: int = 0) -> dict[str, Any]:
    """Offer plans to who has used one; to others say in a line what a plan is."""
    if not draft.rules.automation.ready_made:
        return {}
    if draft.player is not None and _orders.first(draft.player.pk) is not None:
        return {"plans_title": title, "plans": plans(draft, after)}
    return {"plan_tip": True, "plan_page": f"{draft.page}orders/"}


@kept
def _orders(player: UUID) -> QuerySet[Order, int]:
    """Find whether somebody has ever saved a plan or a standing order, in any match."""
    return Order.objects.filter(seat__player=player).order_by("-pk").values_list("pk", flat=True)


def plans(draft: EmailDraft, after: int = 0) -> list[Offer]:
    """Offer the plans that one press saves, with codes that follow `after` earlier ones."""
    found = plans_offered(draft.seat_view)
    words = unambiguous([called(draft.names_by_language, one.key) for one in found])
    return [
        _laying(draft, f"P{place}", one.text, one.orders, said)
        for place, (one, said) in enumerate(zip(found, words, strict=True), after + 1)
    ]


def called(names_by_language: Mapping[str, Names], key: str) -> list[str]:
    """List what a reply may say instead of a plan's code: its name or its whole text, in any language."""

    def said(names: Names) -> Iterator[str]:
        text = names.word(f"plan.{key}")
        yield text.partition(":")[0]
        yield text

    return in_each(names_by_language, said, f"plan.{key}")


def _changing(draft: EmailDraft, code: str, order: OrderOffered) -> Offer:
    change = msgspec.json.decode(order.change)
    orders = standing_orders.with_change(draft.rules, draft.seat_view.orders, change)
    return _laying(draft, code, order.text, orders)


def _laying(draft: EmailDraft, code: str, told: str, orders: Any, words: Sequence[str] = ()) -> Offer:
    url = draft.link(Purpose.ORDERS, content=canonical(orders).decode(), code=code, words=[*words])
    return Offer(code, told, url)
