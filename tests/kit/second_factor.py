"""Two-step verification: an app's secret, its codes, and the pages that ask for one."""

from __future__ import annotations

from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time

from games.models import Player
from tests.kit.account_mails import mailed
from tests.kit.cast import person
from tests.kit.sign_in import CODE, ask

SECRET = "JBSWY3DPEHPK3PXP"
INDEX, APP, AUTHENTICATE = "/accounts/2fa/", "/accounts/2fa/totp/activate/", "/accounts/2fa/authenticate/"
AGAIN = "/accounts/2fa/reauthenticate/"


def app_code(secret: str = SECRET) -> str:
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


def with_app(name: str = "alice", **facts: object) -> Player:
    player = person(name)
    Player.objects.filter(pk=player.pk).update(**facts)
    TOTP.activate(player, SECRET)
    return person(name)


def after_the_mail(client, **more: str):
    ask(client, **more)
    return client.post(CODE, {"code": mailed()})
