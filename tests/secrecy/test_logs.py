"""No token and no card reaches a log, whatever a page answers; nor the proxy's log."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path

import pytest
import structlog
from django.core import mail
from django.test import Client

from games.mail import links
from games.models import Purpose
from games.present.seat_view import SeatView
from games.web.links import play_link
from tests.kit.cast import browser
from tests.kit.mailed_links import SOON, choice, fresh, link_for, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]
DOCKER = Path(__file__).resolve().parent.parent.parent / "docker"


def broken(request, *_):
    raise ValueError(f"{request.path} did not work")


def statuses(log) -> list[int]:
    return [json.loads(line).get("status") for line in log.getvalue().splitlines()]


def test_no_token_and_no_card_is_in_any_line_whatever_the_answer(log, monkeypatch, settings):
    _, seat = table()
    settings.ADMINS = [("", "ops@example.org")]
    link = choice(seat, "leave")
    token = links.token(link)
    url, cards = f"/t/{token}", SeatView.of(fresh(seat), SOON).view.me.hand
    client = Client(raise_request_exception=False)

    def post(**sent):
        return client.post(url, {"link": token, **sent})

    answers = [
        client.get(url),  # 200
        client.get(f"/hours/?from={url}"),  # 302
        client.post(url, {f"field{n}": token for n in range(2000)}),  # 400
        Client(enforce_csrf_checks=True).post(f"/accounts/login/?next={url}"),  # 403
        client.get(f"/nowhere{url}"),  # 404
        client.get(f"/m/{token}/"),  # 302, and 404 if signed in
        browser(seat.player).get(f"/m/{token}/"),
        *(post(do=f"{card}?") for card in cards),  # 422
        post(do="leave?"),  # 200
        post(do="mine?"),  # 409
        client.get(f"/t/{token[:-1]}"),  # 410
    ]
    monkeypatch.setattr(play_link, "show", broken)
    answers.append(client.get(url))  # 500
    seen = {one.status_code for one in answers}
    assert seen >= {200, 302, 400, 403, 404, 409, 410, 422, 500}
    assert seen <= set(statuses(log))
    written = log.getvalue().casefold()
    assert token[:20] not in written
    assert not [card for card in cards if card in written]
    assert not [one for one in mail.outbox if "ops@example.org" in one.to]


@pytest.mark.parametrize("purpose", [Purpose.REPLY, Purpose.FEED, Purpose.MUTE])
def test_a_token_is_cut_out_of_anybodys_words(log, purpose):
    _, seat = table()
    token = links.token(link_for(seat, purpose))
    told = (f"/t/{token}", f"r+{token.upper()}@replies.example", f"/feeds/{token}/deadlines.ics", token)
    for one in told:
        logging.getLogger("django.server").warning('"GET %s HTTP/1.1" %s', one, 404)
        structlog.get_logger().warning("something", detail=f"could not {one}")
        try:
            raise KeyError(one)
        except KeyError:
            logging.getLogger("anything").exception("failed")
    assert token[:20] not in log.getvalue().casefold()
    assert log.getvalue().count("…") >= 3 * len(told)


def test_an_ordinary_line_is_left_as_it_is(log):
    structlog.get_logger().warning("mail_put_off", digest="ab12" * 16, name="a" * 38, mail=12)
    line = json.loads(log.getvalue())
    assert (line["event"], line["digest"], line["name"]) == ("mail_put_off", "ab12" * 16, "a" * 38)


SECRET = (
    *("/t/abc234", "/T/ABC", "//t/abc", "/%74/abc", "/t/a%62c/abc", "/feeds/abc/deadlines.ics"),
    *("/m/x/seat/abc/", "/m/x/seat/abc", "/m/x/join/abc/", "/accounts/login/?next=/t/abc", "/?t=abc"),
)


def test_the_proxy_that_is_offered_cuts_them_too():
    told = (DOCKER / "Caddyfile").read_text()
    rules = re.findall(r"request>uri regexp (\S+) (\S+)", told)
    assert rules
    for pattern, instead in rules:
        for path in SECRET:
            assert "abc" not in re.sub(pattern, instead.replace("$1", r"\1"), path).casefold()
        assert re.sub(pattern, instead.replace("$1", r"\1"), "/m/x/?page=2") == "/m"
    for kept_back in ("headers>Referer", "headers>Cookie", "resp_headers>Location"):
        assert told.count(f"{kept_back} delete") == len(rules) == 2
