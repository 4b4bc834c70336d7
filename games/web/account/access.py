"""The one table of what each address of the site requires, and of every sensitive action of an account.

`docs/accounts.md` shows it. A test walks all addresses and fails for one that isn't listed. If a row says
where to get what is missing, `site.middleware.Guard` sends people there; otherwise the page asks for it, and
tests compare the page with the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils import timezone

from games.mail.kinds import Errand
from games.models import AccountChangeKind, Player
from games.web.account import recent_proof, typed_code
from games.web.match.players_only import closed_hand

Missing = Callable[[HttpRequest, Player, str], str]


@dataclass(frozen=True)
class Needs:
    """What an action requires, in the words of the docs, and the page that asks for it if it is missing."""

    told: str
    missing: Missing | None = None  # None if the page itself asks for it


@dataclass(frozen=True)
class SensitiveAction:
    """A sensitive action at an address, or of one of its buttons."""

    what: str
    url: str
    needs: Needs
    tells: AccountChangeKind | None = None
    say: str = ""
    back: str = ""  # where to continue, if the address takes only POST
    is_meant: Callable[[HttpRequest], bool] = lambda request: True

    def is_asked(self, request: HttpRequest) -> bool:
        said = request.POST.get("say", "") if request.method == "POST" else ""
        return self.say in ("", said) and self.is_meant(request)

    def missing(self, request: HttpRequest, player: Player) -> str:
        """Give the address that asks for what is missing, or "" if nothing is."""
        then = resolve_url(self.back) if self.back else request.path
        return self.needs.missing(request, player, then) if self.needs.missing else ""


# --- what is missing


def _code(request: HttpRequest, player: Player, then: str) -> str:
    is_fresh = recent_proof.may_change(request.session, player, timezone.now())
    return "" if is_fresh else recent_proof.ask_for_code(then)


def _factor(request: HttpRequest, player: Player, then: str) -> str:
    is_shown = not recent_proof.has_factor(player) or recent_proof.has_shown_factor(request, player)
    return "" if is_shown else recent_proof.ask_for_factor(player, then)


def _factor_or_code(request: HttpRequest, player: Player, then: str) -> str:
    """Ask for a code unless there is a factor and the cards are open; the page asks for the factor itself."""
    is_open = closed_hand(request.session, player, timezone.now()) is None
    return "" if recent_proof.has_factor(player) and is_open else _code(request, player, then)


def _code_and_factor(request: HttpRequest, player: Player, then: str) -> str:
    return _factor(request, player, then) or _code(request, player, then)


def _code_if_one_arrives(request: HttpRequest, player: Player, then: str) -> str:
    """Don't ask for a code if none of the player's addresses can get one; staff then need a second factor."""
    if recent_proof.address_for(player) or (player.is_staff and not recent_proof.has_factor(player)):
        return _code_and_factor(request, player, then)
    return _factor(request, player, then)


# --- what is asked


def _asks_for_another(request: HttpRequest) -> bool:
    """Tell whether the form asks for a code at an address other than the main one."""
    return _is_another(request, request.POST.get("email", "").strip())


def _waits_for_another(request: HttpRequest) -> bool:
    """Tell whether the code being typed was sent to an address other than the main one."""
    return _is_another(request, typed_code.mailed_to(request, Errand.MOVE, timezone.now()))


def _is_another(request: HttpRequest, address: str) -> bool:
    player = request.user
    return isinstance(player, Player) and address.lower() not in ("", player.email.lower())


EMAILED = Needs("the code from the email, in the browser that asked for it: ten minutes, five tries, once")
AND_FACTOR = Needs("the code from the email first, then two-step verification")
KEY = Needs("the passkey")
SERVICE = Needs(
    "to be signed in at the site's sign-in service. The first time it must say that it has verified the "
    "address, and that address must have been shown to be the account's here, unless the account is new"
)
FACTOR = Needs("two-step verification in the last five minutes")
FACTOR_OR_CODE = Needs(
    "two-step verification in the last five minutes, in a browser that may show the cards; if it isn't set "
    "up yet, a code that came to the main address, typed in the last 15 minutes",
    _factor_or_code,
)
CODE_AND_FACTOR = Needs(
    "a code that came to the main address, typed in the last 15 minutes; and two-step verification in the "
    "last 15 minutes, if it is set up",
    _code_and_factor,
)
MOVE = Needs(
    "the same, and a code that came to the new address. If the main address bounces, a code that came to "
    "another of the account's addresses; if there is none, and the account isn't staff's, no such code",
    _code_if_one_arrives,
)
OWN_CODE = Needs(
    "a code that came to the main address for this alone; and two-step verification in the last 15 minutes, "
    "if it is set up",
    _factor,
)
HAND_CODE = Needs("a code that came to the main address, typed once in this browser")
OPENED = Needs("to be signed in, with the cards opened in this browser by a code")
SESSION = Needs("to be signed in")
LINK = Needs("the link in the email that told of the change, within seven days, once")
RECEIPT = Needs("the link in a receipt, once")
STAFF = Needs(
    "to be a moderator or operator, and two-step verification in this browser; for actions again after "
    "15 minutes away or four hours"
)

ACTIONS: tuple[SensitiveAction, ...] = (
    SensitiveAction("sign in with a code", "account_confirm_login_code", EMAILED),
    SensitiveAction(
        "sign in with a code when two-step verification is set up", "mfa_authenticate", AND_FACTOR
    ),
    SensitiveAction("sign in with a passkey", "mfa_login_webauthn", KEY),
    SensitiveAction(
        "sign in with a service", "openid_callback", SERVICE, AccountChangeKind.SERVICE_CONNECTED
    ),
    SensitiveAction("show who you are with a code", "show_who", EMAILED),
    SensitiveAction("repeat two-step verification", "mfa_reauthenticate", FACTOR),
    SensitiveAction("show a passkey again", "mfa_reauthenticate_webauthn", FACTOR),
    SensitiveAction("add an app", "mfa_activate_totp", FACTOR_OR_CODE, AccountChangeKind.FACTOR_ADDED),
    SensitiveAction("remove the app", "mfa_deactivate_totp", FACTOR, AccountChangeKind.FACTOR_REMOVED),
    SensitiveAction("add a passkey", "mfa_add_webauthn", FACTOR_OR_CODE, AccountChangeKind.FACTOR_ADDED),
    SensitiveAction("remove a passkey", "mfa_remove_webauthn", FACTOR, AccountChangeKind.FACTOR_REMOVED),
    SensitiveAction("rename a passkey", "mfa_edit_webauthn", FACTOR),
    SensitiveAction("see the backup codes", "mfa_view_recovery_codes", FACTOR),
    SensitiveAction("save the backup codes", "mfa_download_recovery_codes", FACTOR),
    SensitiveAction(
        "make new backup codes", "mfa_generate_recovery_codes", FACTOR, AccountChangeKind.CODES_RENEWED
    ),
    SensitiveAction("ask to add an address", "my_addresses", CODE_AND_FACTOR, say="add"),
    SensitiveAction(
        "add an address", "my_addresses", CODE_AND_FACTOR, AccountChangeKind.ADDRESS_ADDED, say="code"
    ),
    SensitiveAction(
        "remove an address", "my_addresses", CODE_AND_FACTOR, AccountChangeKind.ADDRESS_REMOVED, say="remove"
    ),
    SensitiveAction(
        "make another address the main one",
        "my_addresses",
        CODE_AND_FACTOR,
        AccountChangeKind.MAIN_MOVED,
        say="main",
    ),
    SensitiveAction(
        "ask for emails at a new address",
        "send_address_code",
        MOVE,
        back="sent_mails",
        is_meant=_asks_for_another,
    ),
    SensitiveAction(
        "have emails sent to a new address",
        "type_address_code",
        MOVE,
        AccountChangeKind.MAIN_MOVED,
        back="sent_mails",
        is_meant=_waits_for_another,
    ),
    SensitiveAction("delete the account", "my_farewell", OWN_CODE, back="my_data"),
    SensitiveAction("save everything the site keeps about you", "my_data_file", OPENED),
    SensitiveAction("see your cards", "hand", HAND_CODE),
    SensitiveAction("sign out all other browsers", "usersessions_list", SESSION),
    SensitiveAction("get or end the secret address of your feeds", "my_mails", SESSION),
    SensitiveAction(
        "create an API token", "api_access", CODE_AND_FACTOR, AccountChangeKind.TOKEN_MADE, say="make"
    ),
    SensitiveAction("revoke an API token", "api_access", SESSION, say="revoke"),
    SensitiveAction("mark the account as a robot", "api_access", SESSION, say="robot"),
    SensitiveAction(
        "have push notifications sent to a browser",
        "my_mails",
        SESSION,
        AccountChangeKind.DEVICE_ADDED,
        say="add_device",
    ),
    SensitiveAction("act in a match by a link from an email", "link", Needs("the link")),
    SensitiveAction('say "This wasn\'t me" about a move', "link", RECEIPT, AccountChangeKind.FACTOR_REMOVED),
    SensitiveAction("undo a change to the account", "link", LINK, AccountChangeKind.UNDONE),
    SensitiveAction("open the moderators' area", "admin:", STAFF),
)

GUARDED = frozenset(action.url for action in ACTIONS if action.needs.missing)

#: All other addresses, by what they require.
ANYBODY, SECRET, SIGNED_IN = "nothing", "the secret in its address", "to be signed in"
PUBLIC = "nothing once a match that anyone may watch is over; otherwise to be signed in"
NOTIFIED = "the secret in a push notification"
PROVIDER, DEMO = "the provider's signature", "a demo on a developer's machine"
WATCHER = "the site's METRICS_TOKEN"
#: What else a token needs, its scope, each endpoint says in the schema.
TOKEN = "an API token, in a header"
OTHERS: dict[str, tuple[str, ...]] = {
    ANYBODY: (
        *("home", "watch", "now_with_robots", "account_login", "account_request_login_code"),
        "openid_sign_in",
        *("learn", "daily", "daily_of", "cards", "card", "card_as_png", "match_story", "statistics"),
        *("api_page", "api_schema"),
        *("game_picture", "tables"),
        *("help", "rules", "robots", "security", "icon", "about", "healthz", "readyz"),
        *("manifest", "service_worker", "offline"),
    ),
    PUBLIC: ("replay", "charts"),
    SECRET: ("door", "calendar", "atom"),
    SIGNED_IN: (
        *(
            "next_match",
            "new_game",
            "new",
            "pace_example",
            "match",
            "history",
            "more",
            "check",
            "lobby",
            "leave_lobby",
            "join",
            "again",
            "rematch",
            "lessons",
            "orders",
        ),
        *(
            "take_back",
            "vote",
            "rewind",
            "come_back",
            "days_off",
            "mails",
            "leave",
            "nudge",
            "say",
            "note",
            "stand_in",
        ),
        *(
            "name_on_card",
            "proof",
            "flag",
            "offer",
            "take_seat",
            "sent_mails",
            "my_cases",
            "case",
            "hours",
            "my_beard",
        ),
        *("my_days_off", "blocked", "my_data", "name", "language", "account_logout", "mfa_index"),
        "mfa_list_webauthn",
        *("my_chat", "match_chat", "circle_chat"),
        *("people", "player", "my_record", "circles", "circle", "circle_members", "join_circle", "ratings"),
    ),
    WATCHER: ("metrics",),
    TOKEN: (
        *("api_me", "api_matches", "api_match", "api_questions", "api_answer", "api_log", "api_orders"),
        *("api_talk", "api_news", "api_deadlines", "api_games", "api_open_seats", "api_join", "api_invite"),
        *("api_results", "api_result", "api_ratings_of"),
        *("api_actions", "api_undo", "api_vote", "api_nudge", "api_leave"),
    ),
    NOTIFIED: ("push_seen",),
    PROVIDER: ("inbound_webhook", "tracking_webhook"),
    DEMO: ("dev_mailbox", "dev_mail", "dev_mail_html", "dev_mail_reply", "demo_sign_in", "demo_table"),
}
