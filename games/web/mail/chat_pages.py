"""Chats that messages go to: a player's own, those of a match, those of a circle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import ChatKind, ChatMention, ChatTarget, Circle, Player, Seat
from games.present.refusals import plainly
from games.reach.carrier import Answer
from games.reach.chat import targets
from games.reach.chat.errors import in_words
from games.reach.chat.secrets import Secret
from games.reach.chat.services import SERVICES
from games.reach.chat.targets import ChatPlace
from games.rules.kernel.refusal import Refused
from games.web.mail.chat_help import CALLED, HELP, ServiceHelp, edits
from games.web.match.players_only import player_of, sitting
from games.web.match.seat_actions import too_many
from games.web.people.circle_page import of_members
from games.web.site.section_note import SectionNote, back_to, done_note

OK, CONFLICT, UNPROCESSABLE = 200, 409, 422
DONE = {
    "add": gettext_noop("Saved. Send a test message to see whether it arrives."),
    "chats": gettext_noop("Saved."),
}


@dataclass(frozen=True)
class ChannelLine:
    """A chat as the page shows it. Only the end of its address is here."""

    target: ChatTarget
    service: str
    error: str
    people: list[tuple[Player, str]]
    called: str  # what its service calls people

    @property
    def section(self) -> str:
        return f"chat-{self.target.pk}"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def my_chat(request: HttpRequest) -> HttpResponse:
    return _show(request, ChatPlace(player=player_of(request)), resolve_url("my_chat"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sitting
def match_chat(request: HttpRequest, seat: Seat) -> HttpResponse:
    return _show(request, ChatPlace(match=seat.match), resolve_url("match_chat", seat.match.public_id))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@of_members
def circle_chat(request: HttpRequest, found: Circle) -> HttpResponse:
    return _show(request, ChatPlace(circle=found), resolve_url("circle_chat", found.public_id))


def _show(request: HttpRequest, place: ChatPlace, here: str) -> HttpResponse:
    """Show the chats of a place; do what a button says and return to its section."""
    by, do = player_of(request), ACTIONS.get(request.POST.get("say", ""))
    if request.method != "POST" or do is None:
        return _page(request, place, by, done_note(request.GET, DONE))
    try:
        note = do(place, by, request.POST, timezone.now())
    except ValidationError as wrong:
        note = SectionNote(_section(request.POST), wrong.messages[0], refused=True)
        return _page(request, place, by, note, UNPROCESSABLE)
    except Refused as refused:
        if refused.code == "too_many":
            return too_many(request, refused)
        note = SectionNote(_section(request.POST), plainly(refused.code), refused=True)
        return _page(request, place, by, note, CONFLICT)
    return back_to(here, note) if isinstance(note, str) else _page(request, place, by, note)


def _section(said: Mapping[str, str]) -> str:
    return "add" if said.get("say") == "add" else f"chat-{_number(said)}"


def _page(
    request: HttpRequest, place: ChatPlace, by: Player, note: SectionNote | None, status: int = OK
) -> HttpResponse:
    may_set = place.may_set(by)
    kind = request.POST.get("kind", "") or request.GET.get("kind", "")
    context = {
        "place": place,
        "chats": _lines(place, by),
        "may_set": may_set,
        "kinds": [(str(one.value), one.label) for one in ChatKind],
        "kind": kind if kind in SERVICES else "",
        "service": _asked(kind) if may_set and kind in SERVICES else None,
        "note": note,
    }
    return render(request, "pages/chats.html", context, status=status)


def _lines(place: ChatPlace, by: Player) -> list[ChannelLine]:
    people, called = place.people(by), dict[tuple[int, UUID], str]()
    found = list(place.chats())
    for one in ChatMention.objects.filter(target__in=found):
        called[one.target_id, one.player_id] = one.called
    return [
        ChannelLine(
            one,
            str(ChatKind(one.kind).label),
            in_words(one.error) if one.error else "",
            [(player, called.get((one.pk, player.pk), "")) for player in people],
            str(CALLED[one.kind]),
        )
        for one in found
    ]


@dataclass(frozen=True)
class ServiceForm:
    """What the form of one service asks for."""

    label: str
    help: ServiceHelp
    url: bool
    token: bool
    room: bool
    edits: str


def _asked(kind: str) -> ServiceForm:
    service = SERVICES[kind]
    parts = (service.url is not None, service.token is not None, service.room is not None)
    return ServiceForm(str(ChatKind(kind).label), HELP[kind], *parts, str(edits(service.edits)))


# --- what its buttons do


def _number(said: Mapping[str, str]) -> int:
    text = said.get("chat", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else 0


def _add(place: ChatPlace, by: Player, said: Mapping[str, str], now: datetime) -> str:
    secret = Secret(*(said.get(name, "").strip() for name in ("url", "token", "room")))
    targets.add(place, by, said.get("kind", ""), secret, now)
    return "add"


def _remove(place: ChatPlace, by: Player, said: Mapping[str, str], now: datetime) -> str:
    targets.remove(place, by, _number(said))
    return "chats"


def _ping(place: ChatPlace, by: Player, said: Mapping[str, str], now: datetime) -> str:
    called = {one.pk: said.get(f"called-{one.pk}", "") for one in place.people(by)}
    targets.ping(place, by, _number(said), called)
    return "chats"


def _test(place: ChatPlace, by: Player, said: Mapping[str, str], now: datetime) -> SectionNote:
    number = _number(said)
    outcome = targets.test(place, by, number, now)
    if outcome.answer == Answer.ACCEPTED:
        return SectionNote(f"chat-{number}", gettext("The service took the message. Look there for it."))
    return SectionNote(f"chat-{number}", in_words(outcome.error), refused=True)


Action = Callable[[ChatPlace, Player, Mapping[str, str], datetime], str | SectionNote]
ACTIONS: Mapping[str, Action] = {"add": _add, "remove": _remove, "ping": _ping, "test": _test}
