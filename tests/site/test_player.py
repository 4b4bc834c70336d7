"""A player is named by the mail address, whatever its case."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError

from games.models import Language, Player

pytestmark = pytest.mark.django_db


def test_an_address_belongs_to_one_player_in_any_case():
    Player.objects.create_user("Ana@example.org")
    with pytest.raises(IntegrityError):
        Player.objects.create_user("ana@EXAMPLE.org")


def test_a_second_spelling_is_told_in_a_sentence():
    Player.objects.create_user("ana@example.org", "quite a long one")
    with pytest.raises(ValidationError, match="already a player"):
        Player(email="ANA@example.org", password="!").full_clean()


def test_a_player_is_found_in_any_spelling():
    ana = Player.objects.create_user("Ana@Example.org")
    assert ana.email == "Ana@example.org"
    assert Player.objects.get_by_natural_key("aNA@example.ORG") == ana


def test_a_player_needs_an_address():
    with pytest.raises(ValueError, match="mail address"):
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
