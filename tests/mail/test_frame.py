"""The frame of every email: headers, one conversation a match and player, the way out, and hostile names."""

from __future__ import annotations

import re
from datetime import UTC, timedelta

import pytest
from django.core import mail
from django.utils import timezone, translation

from games.mail import links
from games.mail.compose import frame
from games.mail.compose.email_draft import LONGEST_NAME, moment, safe, stem
from games.mail.compose.kept import StoredEmail
from games.mail.kinds import INVITING, KINDS, OF_ACCOUNT, TO_PLAYERS
from games.mail.send import outbox
from games.models import Deadline, Link, MailState, Outbox, Player, Purpose
from games.play.diff import label
from tests.kit.mail_scenes import (
    LATER,
    NAMES,
    SCENES,
    awaited,
    finished,
    html_of,
    read,
    row,
    scene,
    table,
    text_of,
)
from tests.kit.reading_html import seen

pytestmark = pytest.mark.django_db
WAYS_OUT = {Purpose.MUTE, Purpose.MUTE_ALL}
NOBODYS = {*INVITING, "door", "stopped", "replaced"}  # whoever gets these has no seat, or none yet
MATCHLESS = {"digest", "bounced", "chat_off", *OF_ACCOUNT, *TO_PLAYERS}
WITHOUT_HAND = [(game, kind, language) for game, kind, hand, language in SCENES if not hand]


@pytest.fixture(autouse=True)
def site(settings):
    settings.SITE_URL, settings.REPLY_DOMAIN = "https://quartz.example.org", "reply.example.org"


def turn_mail(found) -> Outbox:
    (name, *_) = awaited(found)
    return row(found, name.seat, "turn", label(name))


def pressed(done: frame.Finished) -> dict[str, Link]:
    return {links.url(one): one for one in done.links}


# --- every kind


@pytest.mark.parametrize(("game", "kind", "language"), WITHOUT_HAND, ids=lambda one: str(one))
def test_every_mail_has_its_frame(game, kind, language):
    done = finished(scene(game, kind, language=language))
    check_headers_parts_and_addresses(done, game, kind, language)
    check_that_one_click_stops_it(done, kind)


def check_headers_parts_and_addresses(done: frame.Finished, game: str, kind: str, language: str) -> None:
    head = read(done.content)
    assert head["Auto-Submitted"] == "auto-generated" and head["Content-Language"] == language
    assert re.fullmatch(r"<[0-9a-f-]{36}@quartz\.example\.org>", head["Message-ID"])
    if kind not in MATCHLESS:
        assert head["References"] == head["In-Reply-To"] and head["References"].startswith("<thread-")
        assert head["List-Id"].endswith(".matches.quartz.example.org>")
    html, text = seen(html_of(done.content)), text_of(done.content)
    assert html.fetched == [] and not html.tags & {"img", "script", "link", "form", "iframe"}
    assert "max-width:640px" in html_of(done.content)
    mine = {
        *pressed(done),
        *re.findall(r"https://quartz\.example\.org/m/\S+", text),
        "https://quartz.example.org",
        "https://quartz.example.org/mails/",
        "https://quartz.example.org/mails/sent/",
        *(["https://quartz.example.org/circles/"] if kind in TO_PLAYERS else []),
        *(f"https://quartz.example.org/{page}/{game}/" for page in ("rules", "learn")),
        *(f"{links.url(link)}#decline" for link in done.links if link.purpose == Purpose.INVITATION),
    }
    if kind in ("new_case", "more_said"):
        mine.add("https://quartz.example.org/admin/cases/c4se-c4se-c4se-c/")
    if kind == "confirm":
        mine.add(links.url(Link.objects.get(purpose=Purpose.CONFIRM)))
    assert set(html.addresses) <= mine and set(re.findall(r"https?://\S+", text)) <= mine
    for url, link in pressed(done).items():
        assert link.purpose == Purpose.REPLY or (url in html.addresses and url in text), link.purpose
        assert links.read_bytes(links.token(link)) is not None


def check_that_one_click_stops_it(done: frame.Finished, kind: str) -> None:
    head = read(done.content)
    if kind in OF_ACCOUNT:  # nobody does without these
        assert "List-Unsubscribe" not in head and not {one.purpose for one in done.links} & WAYS_OUT
        return
    if kind in NOBODYS - {*INVITING, "replaced"}:
        assert "List-Unsubscribe" not in head or kind == "stopped"
        return
    assert head["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    (address,) = re.findall(r"<(https://\S+)>", head["List-Unsubscribe"])
    assert pressed(done)[address].purpose in ({Purpose.NEVER} if kind in INVITING | TO_PLAYERS else WAYS_OUT)
    assert b"\nList-Unsubscribe: <https://" in done.content, (
        "some read no header that begins on the next line"
    )


# --- one conversation


def test_all_mails_of_a_match_and_a_player_are_one_conversation():
    found = table("quartz")
    kinds = [(seat, kind) for seat in (0, 1) for kind in ("started", "put_off")]
    mails = [row(found, *one, number=number) for number, one in enumerate(kinds)]
    heads = [read(finished(one).content) for one in mails]
    assert len({head["References"] for head in heads[:2]}) == 1
    assert len({head["References"] for head in heads}) == 2
    # RFC 5256: what stands in brackets before a subject is no part of it.
    assert {re.sub(r"^\[[^\]]*\] ", "", head["Subject"]) for head in heads} == {stem(found)}


def test_a_new_name_changes_no_subject():
    found = table("quartz")
    one = turn_mail(found)
    before = read(finished(one).content)["Subject"]
    Player.objects.update(display_name="Zoë")
    assert read(finished(one).content)["Subject"] == before


def test_a_site_without_a_door_for_replies_prints_no_codes(settings):
    settings.REPLY_DOMAIN = ""
    done = finished(turn_mail(table("quartz")))
    assert "Reply-To" not in read(done.content)
    text = text_of(done.content)
    assert "first line" not in text and 'class="badge">A' not in html_of(done.content)
    assert "- Mine a crystal" in text and not re.search(r"^(A|P\d): ", text, re.MULTILINE)
    assert not any(link.purpose == Purpose.REPLY for link in done.links)


def test_the_reply_address_fits_and_is_the_mails_own():
    done = finished(turn_mail(table("quartz")))
    local, _, domain = read(done.content)["Reply-To"].partition("@")
    (link,) = [one for one in done.links if one.purpose == Purpose.REPLY]
    assert (local, domain) == (f"r+{links.token(link)}", "reply.example.org") and len(local) <= 64


# --- bytes and rows


def test_links_are_written_with_the_bytes_and_never_without():
    found = table("quartz")
    one = turn_mail(found)
    late = Outbox.objects.select_related("match", "seat__player").get(pk=one.pk)
    Outbox.objects.filter(pk=one.pk).update(attempts=1)
    assert not outbox.prepare(late, LATER), "somebody else has it"
    assert not Link.objects.exists()
    late.attempts = 1
    assert outbox.prepare(late, LATER) and late.rendered
    content = bytes(Outbox.objects.get(pk=one.pk).rendered or b"").decode()
    written = list(Link.objects.filter(mail=one))
    assert written and all(links.token(link) in content for link in written)
    assert {link.code for link in written if link.purpose == Purpose.CHOICE} == {"A", "B"}
    assert all(link.since == found.version for link in written)


def test_what_a_provider_gets_is_what_the_bytes_say():
    content = finished(turn_mail(table("quartz"))).content
    kept = StoredEmail(content, "x@example.org")
    assert kept.body == text_of(content) and kept.alternatives[0][0] == html_of(content)
    assert kept.extra_headers["List-Id"] and kept.reply_to == [read(content)["Reply-To"]]
    assert kept.message().as_bytes() == content


def test_a_mail_goes_out_from_where_it_can_come_back_to(settings):
    settings.BOUNCE_DOMAIN = "bounce.example.org"
    found = table("quartz")
    one = turn_mail(found)
    assert outbox.send_due(LATER) == 1
    (sent,) = mail.outbox
    assert sent.from_email.startswith("b+") and sent.from_email.endswith("@bounce.example.org")
    assert read(sent.message().as_bytes())["From"] == settings.DEFAULT_FROM_EMAIL
    one.refresh_from_db()
    assert one.state == MailState.SENT


# --- later


@pytest.mark.parametrize(("left", "offers"), [(360, False), (361, True)])
def test_to_be_reminded_in_six_hours_is_offered_where_time_is_not_up_by_then(left, offers):
    one = turn_mail(table("quartz"))
    Deadline.objects.filter(match=one.match).update(due_at=LATER + timedelta(minutes=left))
    done = finished(one)
    assert ("six hours" in text_of(done.content)) is offers
    assert (Purpose.SNOOZE in {link.purpose for link in done.links}) is offers


# --- names


HOSTILE = {
    "lines": "Bob\r\nBcc: eve@example.org\n\nA",
    "turned round": "\u202egnp.exe\u202c Bob\u2028\u2029\x7f",
    "long": "Bob" * 3500,
    "address": "https://evil.example/x www.evil.example bob@evil.example",
    "markup": "<b>Bob</b> & {{ bob }} {% now %} <mj-raw>",
    "percent": "%(names)s {name} %s",
}


@pytest.mark.parametrize("kind", ["turn", "taken", "invitation", "digest", "over"])
@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_no_name_breaks_a_mail(name, kind):
    one = scene("quartz", kind)
    Player.objects.filter(email="bob@example.org").update(display_name=name[:60])
    done = finished(one)
    head, text, html = read(done.content), text_of(done.content), html_of(done.content)
    assert head.get_all("To") == [one.to] and "Bcc" not in head
    for said in (text, html):
        assert not any(sign in said for sign in "\u202e\u202c\u2028\u2029\x7f")
        assert "evil.example" not in said, "mail programs make a link of a host's name alone"
    assert {"b", "mj-raw"}.isdisjoint(seen(html).tags)
    assert max(map(len, done.content.splitlines())) <= 998


def test_a_name_is_made_safe():
    assert safe("Zoë  van\tder Berg") == "Zoë van der Berg"
    assert safe("Bob\r\nBcc: eve@x.org") == "Bob Bcc: eve x. org"
    assert safe("\u202eBob") == "Bob" and safe("see http://x.org") == "see x. org"
    assert safe("evil.com/x a.B.co b。рф") == "evil. com/x a.B. co b. рф"
    assert safe("עמית") == "\u2068עמית\u2069" and safe("علي 7") == "\u2068علي 7\u2069"
    assert safe("J.R. Bob, 3.5, e.g. No.2") == "J.R. Bob, 3.5, e.g. No.2"
    assert len(safe("B" * 10_000)) == LONGEST_NAME + 1


# --- in the reader's language and zone


def test_a_mail_names_the_readers_zone_and_language():
    found = table("quartz", language="pt-br")
    Player.objects.update(time_zone="Asia/Tokyo")
    done = finished(turn_mail(found))
    assert "(Asia/Tokyo)" in text_of(done.content) and read(done.content)["Content-Language"] == "pt-br"
    assert '<html lang="pt-br"' in html_of(done.content)
    assert translation.get_language() == "en", "and nobody else's"


def test_every_kind_has_a_subject_that_is_its_own():
    told = [str(kind.subject) for kind in KINDS.values()]
    assert len(told) == len(set(told)) and NAMES


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Monday 2 March, 12:05"),
        ("ru", "пн, 2 марта, 12:05"),
        ("pt-br", "segunda-feira, 2 de março, às 12:05"),
    ],
)
def test_a_moment_is_written_as_within_a_sentence(language, told):
    with translation.override(language), timezone.override(UTC):
        assert moment(LATER) == told
