"""Passkeys and the guess of the zone in a real browser, under our policy; its key is a virtual one."""

from __future__ import annotations

from playwright.sync_api import Page

from games.models import Player
from tests.browser.people import follow
from tests.kit.account_mails import mailed
from tests.kit.cast import person

KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def sign_in_by_mail(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/login/")
    page.get_by_label("Your email address").fill("alice@example.org")
    follow(page, page.get_by_role("button", name="Send me a code"))
    page.get_by_label("Code", exact=True).fill(mailed())
    follow(page, page.get_by_role("button", name="Sign in"))


def with_key(page: Page, **other: bool) -> None:
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": KEY | other})


def test_a_passkey_is_added_signs_in_alone_and_opens_the_rooms_of_staff(people, site):
    Player.objects.filter(pk=person("alice").pk).update(is_operator=True)
    page = people.come()
    with_key(page)
    sign_in_by_mail(page, site)
    page.goto(f"{site}/admin/")
    assert page.get_by_text("You are on this site's staff.").is_visible()
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Passkey name").fill("My telephone")
    page.get_by_role("button", name="Add passkey").click()
    page.get_by_role("heading", name="Backup codes").wait_for()  # adding it here has shown it
    page.goto(f"{site}/accounts/2fa/webauthn/")
    assert page.get_by_text("My telephone").is_visible()
    assert not page.get_by_text("only together with a code from an email").is_visible()
    follow(page, page.get_by_role("button", name="Sign out"))
    page.goto(f"{site}/accounts/login/?next=/hours/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_role("heading", name="Name, language and hours").wait_for()
    page.goto(f"{site}/admin/")
    assert page.get_by_role("heading", name="For operators").is_visible()


def test_beside_a_code_from_a_mail_a_passkey_is_asked_for(people, site):
    person("alice")
    page = people.come()
    with_key(page, hasResidentKey=False)
    sign_in_by_mail(page, site)
    page.goto(f"{site}/accounts/2fa/webauthn/add/")
    page.get_by_label("Sign in with this passkey alone").uncheck()
    page.get_by_role("button", name="Add passkey").click()
    page.get_by_role("heading", name="Backup codes").wait_for()  # adding it here has shown it
    page.goto(f"{site}/accounts/2fa/webauthn/")
    assert page.get_by_text("only together with a code from an email").is_visible()
    follow(page, page.get_by_role("button", name="Sign out"))
    sign_in_by_mail(page, site)
    page.get_by_role("heading", name="One more step").wait_for()
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("heading", name="My matches").wait_for()


def test_a_passkey_that_is_not_there_is_told_on_the_page(people, site):
    page = people.come()
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": KEY | {"isUserVerified": False}})
    page.goto(f"{site}/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("The passkey wasn't used").wait_for()


def test_a_site_that_was_opened_by_a_number_says_why_it_has_no_passkeys(people, site, settings):
    settings.ALLOWED_HOSTS = ["*"]
    page = people.come()
    page.goto(f"{site.replace('localhost', '127.0.0.1')}/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("you opened the site by its IP address").wait_for()


def test_the_browsers_zone_is_filled_in_to_be_confirmed_and_never_again(people, site):
    person("alice")
    Player.objects.update(time_zone="UTC", display_name="")
    page = people.come(timezone_id="America/Sao_Paulo")
    sign_in_by_mail(page, site)
    zone = page.get_by_label("Time zone")
    page.get_by_text("Your browser suggests this").wait_for()
    assert zone.input_value() == "America/Sao_Paulo"
    page.get_by_label("Name shown to others").fill("Alice")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(f"{site}/")
    assert person("alice").time_zone == "America/Sao_Paulo"
    Player.objects.update(time_zone="Europe/Riga")
    page.goto(f"{site}/hours/")
    assert zone.input_value() == "Europe/Riga"
