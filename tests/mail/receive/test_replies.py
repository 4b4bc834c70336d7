"""Replies after the habits of mail programs: each plays what its writer meant, or nothing."""

from __future__ import annotations

import pytest

from games.models import Event, Inbound, Outbox, Submission
from tests.kit.replies_by_mail import HERE, asked, come_in, corpus

pytestmark = pytest.mark.django_db(transaction=True)

#: What becomes of each: the code of what is played, or that its writer is answered, or that nobody is.
REPLIES = {
    "gmail_web_en": "A",
    "gmail_web_de": "B",
    "gmail_web_ru": "A",
    "gmail_web_pt": "B",
    "gmail_web_fr": "A",
    "gmail_web_es": "B",
    "gmail_web_it": "P1",
    "gmail_web_ja": "A",
    "gmail_web_zh": "B",
    "gmail_web_pl": "A",
    "gmail_web_ru_base64": "B",
    "gmail_web_ru_letter_of_its_own_keyboard": "A",
    "gmail_web_ru_letter_that_may_mean_two": "answered",
    "gmail_web_more_than_an_answer": "answered",
    "gmail_web_question": "answered",
    "gmail_web_both": "answered",
    "gmail_web_empty": "answered",
    "gmail_web_bottom": "answered",
    "gmail_web_inline": "answered",
    "gmail_web_signature_holds_a_code": "answered",
    "gmail_web_only_a_signature": "answered",
    "gmail_android_en": "B",
    "gmail_android_pt": "A",
    "gmail_forwarded_back": "answered",
    "outlook_desktop_en": "A",
    "outlook_desktop_signature": "B",
    "outlook_desktop_de": "B",
    "outlook_desktop_ru_windows_1251": "A",
    "outlook_desktop_html_alone": "A",
    "outlook_desktop_empty": "answered",
    "outlook_desktop_picture_in_front": "answered",
    "outlook_on_the_web": "B",
    "outlook_on_the_web_empty": "answered",
    "outlook_ios": "P1",
    "outlook_android_signature_first": "answered",
    "hotmail_live": "A",
    "apple_mail_flowed": "A",
    "apple_mail_alternative": "B",
    "apple_mail_html_alone_quotes_first": "answered",
    "iphone_en": "B",
    "iphone_space_behind": "A",
    "iphone_ru": "B",
    "iphone_fr_only_its_signature": "answered",
    "iphone_marks_that_cannot_be_seen": "A",
    "apple_mail_picture_attached": "A",
    "thunderbird_top": "B",
    "thunderbird_bottom": "answered",
    "thunderbird_inline": "answered",
    "thunderbird_quote_without_a_heading": "answered",
    "thunderbird_html_alone": "B",
    "thunderbird_html_quote_on_top": "answered",
    "thunderbird_es_latin1": "answered",
    "thunderbird_soft_break": "answered",
    "thunderbird_signed": "A",
    "thunderbird_encrypted": "answered",
    "yahoo_web": "A",
    "samsung_email": "B",
    "proton_mail": "A",
    "k9_mail": "P1",
    "k9_mail_quotes_above": "answered",
    "mail_ru_web": "A",
    "yandex_web": "B",
    "yandex_mobile_koi8": "B",
    "gmx_web_de": "A",
    "uol_brasil_latin1": "A",
    "roundcube": "answered",
    "mutt": "answered",
    "mutt_top": "B",
    "iso_2022_jp": "A",
    "gb18030": "B",
    "lotus_notes": "A",
    "list_bullet": "A",
    "bold_in_plain_text": "answered",
    "thumb": "answered",
    "no_such_code": "answered",
    "code_of_another_length": "answered",
    "attachment_alone": "answered",
    "forwarded_as_attachment": "answered",
    "out_of_office_outlook_en": "ignored",
    "out_of_office_outlook_de": "ignored",
    "out_of_office_gmail": "ignored",
    "out_of_office_without_a_mark": "answered",
    "out_of_office_old_server": "ignored",
    "vacation_null_path": "ignored",
    "read_receipt": "ignored",
    "bounce_to_the_reply_address": "ignored",
    "bounce_of_exim": "ignored",
    "mailing_list": "ignored",
    "google_group": "ignored",
    "our_own_mail_come_back": "ignored",
    "challenge_response": "ignored",
}


@pytest.mark.parametrize("name", REPLIES)
def test_a_reply_plays_what_it_says_and_nothing_else(name):
    """Whatever stands below the first line: quotes of our own email hold every code."""
    to = asked()
    events = Event.objects.count()
    row = come_in(corpus(name), to)
    meant = REPLIES[name]
    assert to.done() == (meant if meant in ("A", "B", "P1") else "")
    if meant in ("answered", "ignored"):
        assert row.state == meant
        assert (Event.objects.count(), Submission.objects.filter(door="reply").count()) == (events, 0)
    assert Outbox.objects.filter(kind="unreadable").count() == (meant == "answered")
    assert Inbound.objects.count() == 1


def test_every_reply_that_was_written_down_is_read():
    assert {path.stem for path in (HERE / "replies").glob("*.eml")} == {*REPLIES}
    assert len(REPLIES) >= 60
