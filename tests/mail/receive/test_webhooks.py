"""What providers call: only they, only now, and each call once."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time

import pytest
import time_machine
from django.test import Client

from games.mail.receive import replies
from games.models import Delivery, DeliveryStep, Heard, Inbound, Outbox, Unreachable
from tests.kit.replies_by_mail import REPLY, SOON, Asked, asked, written
from tests.kit.webhooks import IN, KEY, SECRET, TOLD, call, password, signature

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def provider(settings):
    settings.INBOUND = settings.MAIL_PROVIDER = "mailgun"
    settings.ANYMAIL = {
        "WEBHOOK_SECRET": [SECRET],
        "MAILGUN_WEBHOOK_SIGNING_KEY": KEY,
        "MAILERSEND_INBOUND_SECRET": KEY,
        "MANDRILL_WEBHOOK_KEY": KEY,
    }
    with time_machine.travel(SOON, tick=False):
        yield


def came(to: Asked, text: str = "A", **signed: str) -> dict[str, str]:
    raw = written(text).replace(REPLY, to.address.encode()).decode()
    return {
        "recipient": to.address,
        "sender": "alice@example.org",
        "body-mime": raw,
        **(signed or signature()),
    }


def bounced(mail: Outbox, event: str = "failed", signed=None, **more) -> str:
    about = {
        "event": event,
        "timestamp": time.time(),
        "recipient": mail.to,
        "message": {"headers": {"message-id": f"{mail.message_id}@play.example"}},
        "severity": "permanent",
        "delivery-status": {"message": "550 5.1.1 no such user", "description": ""},
        "reason": "bounce",
        **more,
    }
    return json.dumps({"signature": signed or signature(), "event-data": about})


def tell(told: str, headers=None) -> int:
    return call(told, TOLD, headers, content_type="application/json")


# --- an email that came in


def test_a_reply_is_stored_and_later_played():
    to = asked()
    assert call(came(to)) == 200
    row = Inbound.objects.get()
    assert (row.state, row.door, row.sender, row.seat) == ("waiting", "mailgun", "alice@example.org", to.seat)
    replies.read_due(SOON)
    assert to.done() == "A"


def test_the_same_call_five_times_is_one_mail():
    to = asked()
    assert [call(came(to)) for _ in range(5)] == [200] * 5
    replies.read_due(SOON)
    assert (Inbound.objects.count(), Heard.objects.count(), to.done()) == (1, 1, "A")


def test_the_same_mail_signed_anew_is_one_mail():
    to = asked()
    assert [call(came(to, **signature(token))) for token in ("one", "two")] == [200, 200]
    assert Inbound.objects.count() == 1


BAD = {
    "no password": lambda to: call(came(to), headers={}),
    "another password": lambda to: call(came(to), headers=password("anymail:guess")),
    "no signature": lambda to: call({**came(to), "signature": ""}),
    "no signature field": lambda to: call({k: v for k, v in came(to).items() if k != "signature"}),
    "another key's signature": lambda to: call(came(to, **signature(key="guess"))),
    "the signature of another moment": lambda to: call(came(to) | {"timestamp": str(int(time.time()) + 1)}),
    "a year old": lambda to: call(came(to, **signature(at=time.time() - 365 * 86400))),
    "sixteen minutes old": lambda to: call(came(to, **signature(at=time.time() - 16 * 60))),
    "from the future": lambda to: call(came(to, **signature(at=time.time() + 16 * 60))),
    "no mail": lambda to: call(signature()),
    "another provider's words": lambda to: call("{}", content_type="application/json"),
    "deep JSON": lambda to: call("[" * 100_000, content_type="application/json"),
}


@pytest.mark.parametrize("why", BAD)
def test_a_bad_call_has_no_effect(why):
    to = asked()
    assert BAD[why](to) == 400
    assert not Inbound.objects.exists() and not Heard.objects.exists()


def test_the_same_token_with_another_mail_is_refused():
    to = asked()
    assert call(came(to, "A")) == 200
    assert call(came(to, "B")) == 400
    replies.read_due(SOON)
    assert (Inbound.objects.count(), to.done()) == (1, "A")


def test_another_providers_door_is_shut(settings):
    to = asked()
    assert call(came(to), "/mail/postmark/inbound_mime/") == 404
    assert call(came(to), "/mail/nobody/inbound_mime/") == 404
    settings.INBOUND = "mailbox"
    assert call(came(to)) == 404


def test_without_a_password_of_ours_all_doors_are_shut(settings):
    to = asked()
    settings.ANYMAIL = {**settings.ANYMAIL, "WEBHOOK_SECRET": []}
    assert (call(came(to)), tell(bounced(to.mail))) == (404, 404)


def test_a_call_in_clear_is_neither_heard_nor_led_on(settings, log):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    to, client = asked(), Client(headers=password())
    for answer in (client.post(IN, came(to)), client.post(TOLD, came(to)), client.head(IN)):
        assert answer.status_code == 403 and "Location" not in answer
    assert client.post(IN, came(to)).content.startswith(b"This came over plain HTTP")
    assert not Inbound.objects.exists() and not Heard.objects.exists()
    assert '"event": "call_in_clear"' in log.getvalue() and SECRET.partition(":")[2] not in log.getvalue()
    assert client.post(IN, came(to), headers={"x-forwarded-proto": "https"}).status_code == 200
    assert Inbound.objects.exists()


def test_a_look_whether_somebody_is_there_changes_nothing():
    client = Client()
    assert [client.head(path).status_code for path in (IN, TOLD)] == [200, 200]
    assert [client.get(path).status_code for path in (IN, TOLD)] == [405, 405]
    assert not client.cookies


def test_a_call_of_twenty_megabytes_is_not_taken_in():
    to = asked()
    assert call(came(to) | {"attachment": "x" * 20_000_000}) == 413
    assert not Inbound.objects.exists()


def test_nothing_of_a_call_is_logged(log):
    to = asked()
    call(came(to, "canary"))
    call(came(to, "canary", **signature(key="guess")))
    told = log.getvalue()
    assert "call_refused" in told
    assert not any(word in told for word in ("canary", to.address[2:20], "alice", SECRET[8:], KEY))


def of_mailersend(to: Asked, raw: str):
    data = {
        "raw": raw,
        "id": "m1",
        "created_at": SOON.isoformat(),
        "sender": {"email": "alice@example.org"},
        "recipients": {"rcptTo": [{"email": to.address}]},
    }
    body = json.dumps({"type": "inbound.message", "data": data})
    proof = hmac.new(KEY.encode(), body.encode(), hashlib.sha256).hexdigest()
    return body, {"content_type": "application/json", "headers": {**password(), "signature": proof}}


def of_mandrill(to: Asked, raw: str):
    events = json.dumps(
        [{"event": "inbound", "ts": SOON.timestamp(), "msg": {"raw_msg": raw, "email": to.address}}]
    )
    told = f"http://{SECRET}@testserver/mail/mandrill/inbound_mime/mandrill_events{events}"
    proof = base64.b64encode(hmac.new(KEY.encode(), told.encode(), hashlib.sha1).digest()).decode()
    return {"mandrill_events": events}, {"headers": {**password(), "x-mandrill-signature": proof}}


def of_postmark(to: Asked, raw: str):
    told = {
        "FromFull": {"Email": "alice@example.org"},
        "Headers": [{"Name": "Return-Path", "Value": "<alice@example.org>"}],
        "RawEmail": raw,
        "OriginalRecipient": to.address,
        "MessageID": "p1",
    }
    return json.dumps(told), {"content_type": "application/json", "headers": password()}


def of_sparkpost(to: Asked, raw: str):
    content = {"email_rfc822": base64.b64encode(raw.encode()).decode(), "email_rfc822_is_base64": True}
    mail = {"protocol": "smtp", "content": content, "rcpt_to": to.address, "msg_from": "alice@example.org"}
    told = json.dumps([{"msys": {"relay_message": mail}}])
    return told, {"content_type": "application/json", "headers": password()}


OTHERS = {
    "mailersend": of_mailersend,
    "mandrill": of_mandrill,
    "postmark": of_postmark,
    "sparkpost": of_sparkpost,
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_providers_hand_on_the_mail_as_it_came(settings, name):
    settings.INBOUND = name
    to = asked()
    raw = written("leave").replace(REPLY, to.address.encode()).decode()
    told, facts = OTHERS[name](to, raw)
    path = f"/mail/{name}/inbound_mime/"
    assert call(told, path, **{**facts, "headers": {}}) == 400
    assert call(told, path, **facts) == 200
    assert call(told, path, **facts) == 200
    row = Inbound.objects.get()
    assert (bytes(row.raw), row.recipient, row.door) == (raw.encode(), to.address, name)
    replies.read_due(SOON)
    assert to.done() == "B"


@pytest.mark.parametrize("odd", ["\0", "\ud800", "i" * 500])
def test_an_id_that_no_database_can_store_counts_once_too(settings, odd):
    settings.INBOUND, path = "postmark", "/mail/postmark/inbound_mime/"
    to = asked()
    told, facts = of_postmark(to, written("leave").replace(REPLY, to.address.encode()).decode())
    other, _ = of_postmark(to, "Subject: Another\n\nOf the same id")
    told, other = (json.dumps({**json.loads(one), "MessageID": f"p{odd}"}) for one in (told, other))
    assert [call(told, path, **facts), call(told, path, **facts), call(other, path, **facts)] == [
        200,
        200,
        400,
    ]
    assert Inbound.objects.count() == 1


@pytest.mark.parametrize("name", ["mailersend", "mandrill"])
def test_other_providers_signatures_cover_the_mail(settings, name):
    settings.INBOUND = name
    to = asked()
    raw = written("leave").replace(REPLY, to.address.encode()).decode()
    _, facts = OTHERS[name](to, raw)
    told, _ = OTHERS[name](to, raw.replace("leave", "mine"))
    assert call(told, f"/mail/{name}/inbound_mime/", **facts) == 400
    assert not Inbound.objects.exists()


# --- what became of an email of ours


def steps(mail: Outbox) -> list[str]:
    return [one.step for one in Delivery.objects.filter(mail=mail)]


def test_a_hard_bounce_is_noted_and_its_address_left_alone():
    mail = asked().mail
    assert tell(bounced(mail)) == 200
    assert steps(mail) == [DeliveryStep.BOUNCED]
    assert Unreachable.objects.get().address == mail.to


def test_a_bounce_that_may_pass_is_only_noted():
    mail = asked().mail
    tell(bounced(mail, **{"delivery-status": {"message": "552 5.2.2 mailbox full"}}))
    tell(bounced(mail, signed=signature("two"), severity="temporary"))
    assert steps(mail) == [DeliveryStep.BOUNCED, DeliveryStep.DEFERRED]
    assert not Unreachable.objects.exists()


def test_delivered_and_complained_are_noted_and_a_look_is_not():
    mail = asked().mail
    for token, event in enumerate(("delivered", "opened", "clicked", "complained")):
        assert tell(bounced(mail, event, signature(str(token)))) == 200
    assert steps(mail) == [DeliveryStep.DELIVERED, DeliveryStep.COMPLAINED]
    assert Unreachable.objects.get().why == "complained"


def test_the_same_event_five_times_is_noted_once():
    mail = asked().mail
    told = bounced(mail)
    assert [tell(told) for _ in range(5)] == [200] * 5
    assert steps(mail) == [DeliveryStep.BOUNCED]


ILL = {
    "no password": lambda mail: tell(bounced(mail), headers={}),
    "a bad signature": lambda mail: tell(bounced(mail, signed=signature(key="guess"))),
    "a year old": lambda mail: tell(bounced(mail, signed=signature(at=time.time() - 365 * 86400))),
    "an old signature with new words": lambda mail: tell(
        bounced(mail, signed=signature(at=time.time() - 1000), timestamp=time.time())
    ),
    "no JSON": lambda mail: tell("canary"),
    "deep JSON": lambda mail: tell("[" * 100_000),
    "no event": lambda mail: tell(json.dumps({"signature": signature()})),
}


@pytest.mark.parametrize("why", ILL)
def test_a_bad_call_about_a_mail_has_no_effect(why):
    mail = asked().mail
    assert ILL[why](mail) == 400
    assert not Delivery.objects.exists() and not Unreachable.objects.exists()


def test_the_same_token_with_other_words_is_refused():
    mail = asked().mail
    assert tell(bounced(mail, "delivered")) == 200
    assert tell(bounced(mail, "failed")) == 400
    assert steps(mail) == [DeliveryStep.DELIVERED] and not Unreachable.objects.exists()


def test_a_token_spent_on_a_mail_of_nobodys_is_spent():
    mail = asked().mail
    stranger = Outbox(to=mail.to)
    assert tell(bounced(stranger, "delivered")) == 200
    assert tell(bounced(mail, "failed")) == 400
    assert not Unreachable.objects.exists()


def test_a_bounce_of_another_address_says_nothing_of_this_one():
    mail = asked().mail
    assert tell(bounced(mail, recipient="other@example.org")) == 200
    assert not Delivery.objects.exists()
