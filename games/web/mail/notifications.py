"""A player's notification settings: what goes by which channel, devices, silence, daily digest, feeds."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.infra import limits
from games.infra.locks import writing
from games.mail import links
from games.mail.choices import CHOICES, UNLESS_HEARD
from games.models import Channel, Device, Player
from games.players import feeds, notification_settings
from games.present.refusals import plainly
from games.reach import carriers, channels
from games.reach.carrier import Answer
from games.reach.push import carry, devices, keys
from games.reach.push.devices import Subscription
from games.reach.push.message import trial_message
from games.rules.kernel.refusal import Refused
from games.web.account import known_browsers
from games.web.account.code_limits import too_many
from games.web.match.players_only import player_of
from games.web.site.section_note import SectionNote, back_to, done_note

HANDS = {"shown": True, "hidden": False}
LONGEST_NUMBER = 18  # digits of a primary key
UNPROCESSABLE = 422
DONE = {
    "mails": gettext_noop("Saved."),
    "kinds": gettext_noop("Saved. Changes apply from the next notification."),
    "push": gettext_noop("Saved."),
    "tried": gettext_noop(
        "The push service has accepted a test notification. If nothing appears within a minute, check the "
        "notification settings of your browser and your device."
    ),
    "feeds": gettext_noop("Saved."),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def my_mails(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request, done_note(request.GET, DONE))
    section, do = ACTS.get(request.POST.get("say", ""), ("mails", _nothing))
    try:
        said = do(request, player_of(request))
    except Refused as refused:
        note = SectionNote(section, plainly(refused.code, refused.plain_details()), refused=True)
        answer = _page(request, note, UNPROCESSABLE)
        return too_many(answer, refused) if refused.code == "too_many" else answer
    return back_to(resolve_url("my_mails"), said or section)


def _page(request: HttpRequest, note: SectionNote | None, status: int = 200) -> HttpResponse:
    player, now = player_of(request), timezone.now()
    context = {
        "muted": player.muted,
        "digest": player.digest,
        "silence": player.silent_until if player.silent_until and player.silent_until > now else None,
        "zone": player.time_zone,
        "hand": next((said for said, shown in HANDS.items() if shown is player.hand_in_mail), "ask"),
        "note": note,
        **_choices(player),
        **_devices(player),
        **_feeds(player),
    }
    return render(request, "pages/my_mails.html", context, status=status)


def _choices(player: Player) -> dict[str, Any]:
    """List what may be chosen: email alone, or a table with a column for each channel that is in use."""
    used = carriers.channels_of(player)
    return {
        "choices": [(name, told, name not in player.unwanted) for name, told in CHOICES.items()],
        "used": [(channel, Channel(channel).label) for channel in used],
        "topics": [
            (
                topic,
                told,
                [("wanted", topic not in player.unwanted)]
                + [(channel, channels.wants(player, channel, topic)) for channel in used],
            )
            for topic, told in channels.TOPICS.items()
        ],
        "pauses": channels.PAUSES.items(),
        "email_after": player.email_after,
    }


def _devices(player: Player) -> dict[str, Any]:
    """List the devices; by a digest of its address a browser knows itself among them."""
    found = devices.devices_of(player)
    return {
        "push_key": keys.public_key(),
        "devices": [(one, hashlib.sha256(one.endpoint.encode()).hexdigest()) for one in found],
    }


def _feeds(player: Player) -> dict[str, str]:
    link = feeds.address_of(player)
    if link is None:
        return {"calendar": "", "atom": ""}
    token = links.token(link)
    return {name: f"{settings.SITE_URL}{resolve_url(name, token)}" for name in ("calendar", "atom")}


# --- what the buttons do; each may name another sentence to say


Act = Callable[[HttpRequest, Player], str | None]


def _nothing(request: HttpRequest, player: Player) -> None:
    pass


def _no_more(request: HttpRequest, player: Player) -> None:
    notification_settings.mute_all(player, muted=True)


def _again(request: HttpRequest, player: Player) -> None:
    notification_settings.mute_all(player, muted=False)


def _digest(request: HttpRequest, player: Player) -> None:
    notification_settings.once_a_day(player, digest=True)


def _each(request: HttpRequest, player: Player) -> None:
    notification_settings.once_a_day(player, digest=False)


def _silence(request: HttpRequest, player: Player) -> None:
    channels.be_silent(player, timezone.now())


def _speak(request: HttpRequest, player: Player) -> None:
    channels.end_silence(player)


def _choose(request: HttpRequest, player: Player) -> None:
    used = carriers.channels_of(player)
    wanted = {*request.POST.getlist("wanted")}
    shown = {*channels.TOPICS} if used else {*CHOICES}
    hidden = {*UNLESS_HEARD} & {*player.unwanted} - shown  # chosen while there was another channel
    hand = HANDS.get(request.POST.get("hand", ""))
    notification_settings.choose(player, (shown - wanted) | hidden, hand)
    for channel in used:
        channels.choose(player, channel, request.POST.getlist(channel))
    channels.email_after(player, _number(request, "email_after"))


def _add(request: HttpRequest, player: Player) -> None:
    told = Subscription(*(request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")))
    browser = known_browsers.marks(request, player)[0]
    devices.add(player, told, request.POST.get("name", ""), browser, timezone.now())


def _rename(request: HttpRequest, player: Player) -> None:
    devices.rename(player, _number(request, "device"), request.POST.get("name", ""))


def _remove(request: HttpRequest, player: Player) -> None:
    devices.remove(player, _number(request, "device"))


def _try(request: HttpRequest, player: Player) -> str:
    """Send a test notification while the player waits; raise Refused if it isn't accepted."""
    now = timezone.now()
    device = Device.objects.filter(player=player, pk=_number(request, "device")).first()
    if device is None or not keys.is_on():
        raise Refused("not_tried")
    with writing():
        limits.take("test notices of a player", str(player.pk), now)
    outcome = carry.sent(device, trial_message(player), now)
    carry.keep(device.pk, outcome, now)
    if outcome.answer != Answer.ACCEPTED:
        raise Refused("not_tried")
    return "tried"


def _renew(request: HttpRequest, player: Player) -> None:
    feeds.renew(player, timezone.now())


def _end(request: HttpRequest, player: Player) -> None:
    feeds.end(player)


def _number(request: HttpRequest, name: str) -> int:
    """Read a number from the form; -1 if it is none."""
    told = request.POST.get(name, "")
    return int(told) if told.isascii() and told.isdecimal() and len(told) <= LONGEST_NUMBER else -1


#: Each button by its value, with the section of the page that it belongs to.
ACTS: Mapping[str, tuple[str, Act]] = {
    "no_more": ("mails", _no_more),
    "again": ("mails", _again),
    "digest": ("mails", _digest),
    "each": ("mails", _each),
    "silence": ("mails", _silence),
    "speak": ("mails", _speak),
    "choose": ("kinds", _choose),
    "add_device": ("push", _add),
    "name_device": ("push", _rename),
    "drop_device": ("push", _remove),
    "try_device": ("push", _try),
    "renew": ("feeds", _renew),
    "end": ("feeds", _end),
}
