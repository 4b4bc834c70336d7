"""Actions on a match page beside the game: vote, come back, leave, offer or take a seat, holidays, emails."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games import play
from games.match import holidays, seats, stand_ins, votes
from games.match.actions import Pressed
from games.models import UNDERWAY, Act, ActKind, Player, Seat, Subject, names_of
from games.players import blocks, notification_settings
from games.present import rewind_words
from games.present.refusals import how_long, plainly, sentence
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew
from games.web.match import pressed as press
from games.web.match.players_only import nothing_here, player_of, seated
from games.web.match.refused import FORBIDDEN, OK, TOO_MANY, Refusal, reload
from games.web.match.render_page import section_of, show
from games.web.match.tabs import tab_of

Button = Callable[[Pressed], object]


def do_once(request: HttpRequest, seat: Seat, now: datetime, do: Button, then: str = "") -> HttpResponse:
    """Do what a button says, once, and redirect; or show the page with the reason for the refusal."""
    pressed = press.read(request.POST.get("press", ""), seat)
    if pressed is None:
        return show(request, seat, now, Refusal("malformed"))
    try:
        do(Pressed(pressed.generation, pressed.key))
    except Refused as refused:
        return show(request, reload(seat), now, Refusal(refused.code, refused.plain_details()))
    except HistoryBroken as fault:
        play.quarantine(seat.match_id, fault, now)
        return show(request, reload(seat), now, Refusal("fault"))
    except TooNew:
        return show(request, seat, now, Refusal("try_again"))
    there = press.result_address(seat.match, pressed.key, tab_of(request).value, section_of(request))
    return HttpResponseRedirect(then or there)


@never_cache
@require_POST
@seated
def vote(request: HttpRequest, seat: Seat) -> HttpResponse:
    now, told = timezone.now(), request.POST
    if told.get("subject") not in Subject.values or told.get("say") not in ("yes", "no"):
        return show(request, seat, now, Refusal("malformed"))
    subject = Subject(told["subject"])
    if told["say"] == "no":
        return do_once(
            request, seat, now, lambda p: votes.withdraw(seat.match_id, seat.number, subject, now, p)
        )
    if subject == Subject.END and "sure" not in told:
        return show(request, seat, now, Refusal("not_sure"))
    moment = rewind_words.read_moment(told.get("moment", ""), seat.match)
    return do_once(
        request, seat, now, lambda p: votes.vote(seat.match_id, seat.number, subject, now, p, moment)
    )


@never_cache
@require_POST
@seated
def come_back(request: HttpRequest, seat: Seat) -> HttpResponse:
    now = timezone.now()
    return do_once(request, seat, now, lambda p: seats.come_back(seat.match_id, seat.number, now, p))


@never_cache
@require_POST
@seated
def offer(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Offer a seat that plays automatically, or one's own, to somebody else; or withdraw the offer."""
    now = timezone.now()
    own = {"seek": seats.seek, "stay": seats.stay}.get(request.POST.get("offer", ""))
    if own is not None:
        return do_once(request, seat, now, lambda p: own(seat.match_id, seat.number, now, p))
    acts = {"yes": seats.offer, "no": seats.keep_back}
    do, free = acts.get(request.POST.get("offer", "")), request.POST.get("seat", "")
    if do is None or not (free.isascii() and free.isdigit() and len(free) < 3):
        return show(request, seat, now, Refusal("malformed"))
    return do_once(request, seat, now, lambda p: do(seat.match_id, seat.number, int(free), now, p))


@never_cache
@require_POST
@seated
def mails(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Choose whether emails of this match show the hand, or mute them."""
    now, said = timezone.now(), request.POST.get("say", "")
    if said in ("hand", "no_hand"):
        return do_once(request, seat, now, lambda p: _show_hand(seat, now, p, said))
    if said in ("no_more", "again"):
        return do_once(request, seat, now, lambda p: _mute(seat, now, p, said))
    return show(request, seat, now, Refusal("malformed"))


def _show_hand(seat: Seat, now: datetime, pressed: Pressed, said: str) -> None:
    notification_settings.show_hand(seat.match_id, seat.number, now, pressed, shown=said == "hand")


def _mute(seat: Seat, now: datetime, pressed: Pressed, said: str) -> None:
    notification_settings.mute(seat.match_id, seat.number, now, pressed, muted=said == "no_more")


@never_cache
@require_POST
@seated
def days_off(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Take holidays, or give back days that haven't begun."""
    now = timezone.now()
    acts = {"take": holidays.take, "give": holidays.give_back}
    do = acts.get(request.POST.get("days", ""))
    try:
        first, last = (date.fromisoformat(request.POST.get(name, "")) for name in ("first", "last"))
    except ValueError:
        return show(request, seat, now, Refusal("days"))
    if do is None:
        return show(request, seat, now, Refusal("malformed"))
    return do_once(request, seat, now, lambda p: do(seat.match_id, seat.number, first, last, now, p))


def _ask_sure(request: HttpRequest, seat: Seat, refusal: Refusal | None = None) -> HttpResponse:
    refused = sentence(seat.match.rules, refusal.code, None) if refusal else ""
    context = {"seat": seat, "match": seat.match, "press": press.draw(seat), "refused": refused}
    return render(request, "pages/leave.html", context, status=refusal.status if refusal else OK)


@never_cache
@require_POST
@seated
def stand_in(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Let somebody play for this seat until a day, or end that."""
    now, told = timezone.now(), request.POST
    match, mine = seat.match_id, seat.number
    if told.get("stand_in") == "end":
        return do_once(request, seat, now, lambda p: stand_ins.end(match, mine, now, p))
    try:
        last = date.fromisoformat(told.get("last", ""))
    except ValueError:
        return show(request, seat, now, Refusal("stand_in_days", {"most": stand_ins.LONGEST}))
    address = told.get("address", "")
    return do_once(request, seat, now, lambda p: stand_ins.make(match, mine, last, address, now, p))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for confirmation; then leave the match, once. A second press shows that it is done."""
    if request.method == "POST" and _has_left(request, public_id):
        return redirect(GONE)
    return _leave(request, public_id)


GONE = "/?done=gave_up"


def _has_left(request: HttpRequest, public_id: str) -> bool:
    pressed = press.opened(request.POST.get("press", ""))
    if pressed is None or pressed.match != public_id:
        return False
    return Act.objects.filter(
        match__public_id=public_id,
        seat__number=pressed.seat,
        generation=pressed.generation,
        kind=ActKind.GAVE_UP,
    ).exists()


@seated
def _leave(request: HttpRequest, seat: Seat) -> HttpResponse:
    now = timezone.now()
    if seat.match.status not in UNDERWAY:
        return show(request, seat, now, Refusal("not_running"))
    if request.method != "POST":
        return _ask_sure(request, seat)
    if "sure" not in request.POST:
        return _ask_sure(request, seat, Refusal("not_sure"))
    return do_once(request, seat, now, lambda p: seats.give_up(seat.match_id, seat.number, now, p), GONE)


def too_many(request: HttpRequest, refused: Refused) -> HttpResponse:
    """Give a page that says when to try again, for requests that have no match page to show it on.

    Whoever may not do it at all is told so instead: a suspended player, or a robot account.
    """
    if "seconds" not in refused.details:
        said = plainly(refused.code, refused.plain_details())
        return render(request, "pages/refused.html", {"said": said}, status=FORBIDDEN)
    seconds = int(str(refused.details["seconds"]))
    page = render(request, "pages/too_many.html", {"wait": how_long(seconds)}, status=TOO_MANY)
    page["Retry-After"] = str(seconds)
    return page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_seat(request: HttpRequest, public_id: str, offered: str) -> HttpResponse:
    """Show a seat on offer, or take it; send players of the match to its page."""
    player, now = player_of(request), timezone.now()
    if Seat.objects.filter(match__public_id=public_id, player=player).exists():
        return redirect("match", public_id)
    found = Seat.objects.select_related("match").filter(match__public_id=public_id, offer=offered)
    seat = found.filter(Q(on_autopilot=True) | Q(seeks=True), match__status__in=UNDERWAY).first()
    if seat is None or _is_hidden_from(seat, player):
        return nothing_here(request)
    if request.method == "POST":
        try:
            seats.substitute(seat.match_id, seat.number, player, now, offered)
        except Refused as refused:
            return too_many(request, refused) if refused.code == "too_many" else nothing_here(request)
        except TooNew:
            return nothing_here(request)
        except HistoryBroken as fault:
            play.quarantine(seat.match_id, fault, now)
            return nothing_here(request)
        return redirect("match", public_id)
    called = names_of(seat.match.seats.select_related("player"))
    others = [name for number, name in called.items() if number != seat.number]
    context = {"match": seat.match, "seat": seat, "others": others}
    return render(request, "pages/take_seat.html", context)


def _is_hidden_from(seat: Seat, player: Player) -> bool:
    """Tell whether a player of the match has blocked this one, for whom the offer then is a 404."""
    sitting = Seat.objects.filter(match=seat.match_id, player__in=blocks.hidden_from(player))
    return sitting.exists()
