"""A player is named by the email address, whatever its case."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError

from games.models import Language, Player, read_address

pytestmark = pytest.mark.django_db


def test_an_address_belongs_to_one_player_in_any_case():
    Player.objects.create_user("Ana@example.org")
    with pytest.raises(IntegrityError):
        Player.objects.create_user("ana@EXAMPLE.org")


def test_a_second_spelling_is_told_in_a_sentence():
    Player.objects.create_user("ana@example.org", "quite a long one")
    with pytest.raises(ValidationError, match="already exists"):
        Player(email="ANA@example.org", password="!").full_clean()


def test_a_player_is_found_in_any_spelling():
    ana = Player.objects.create_user("Ana@Example.org")
    assert ana.email == "Ana@example.org"
    assert Player.objects.get_by_natural_key("aNA@example.ORG") == ana


def test_a_player_needs_an_address():
    with pytest.raises(ValueError, match="email address"):
        Player.objects.create_user("")


def test_without_a_password_no_password_fits():
    assert not Player.objects.create_user("ana@example.org").has_usable_password()


def test_the_superuser_command_works(monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "lamplight and gneiss")
    call_command("createsuperuser", email="mo@example.org", interactive=False, verbosity=0)
    mo = Player.objects.get(email="mo@example.org")
    assert mo.is_superuser and mo.is_staff and mo.check_password("lamplight and gneiss")


@pytest.mark.parametrize("zone", ["UTC", "America/Sao_Paulo", "Europe/Moscow"])
def test_a_time_zone_of_the_zone_database_is_taken(zone):
    Player(email="ana@example.org", password="!", time_zone=zone).full_clean()


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../etc/passwd", "UTC+3"])
def test_any_other_time_zone_is_refused(zone):
    with pytest.raises(ValidationError) as refused:
        Player(email="ana@example.org", password="!", time_zone=zone).full_clean()
    assert set(refused.value.message_dict) == {"time_zone"}


def test_the_languages_are_those_of_the_site():
    assert Language.choices == settings.LANGUAGES


def test_the_address_is_not_what_others_see():
    ana = Player.objects.create_user("ana@example.org")
    assert "ana" not in str(ana)
    ana.display_name = "Ana of the deep"
    assert str(ana) == "Ana of the deep"


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ("Ana@Example.org", "Ana@Example.org"),
        (" ana@example.org ", "ana@example.org"),
        ("ivan@почта.рф", "ivan@xn--80a1acny.xn--p1ai"),
        ("ana@gıthub.example", "ana@xn--gthub-n4a.example"),
        ("ana@ＧＩＴhub.example", "ana@github.example"),
    ],
)
def test_an_address_is_read_in_plain_letters(told, read):
    assert read_address(told) == read


@pytest.mark.parametrize(
    "told",
    [
        "",
        "ana",
        "ana@",
        "@example.org",
        "ana@@example.org",
        "ana@example.org\nBcc: all@example.org",
        "ana@exam ple.org",
        "anа@example.org",
        "mıke@example.org",
        "ana\u202e@example.org",
        "ana@\u202eexample.org",
        "a" * 10_000 + "@example.org",
        "ana@" + "é" * 10_000 + ".org",
        "ana@..example.org",
    ],
)
def test_what_is_no_address_in_plain_letters_is_refused(told):
    with pytest.raises(ValidationError):
        read_address(told)
