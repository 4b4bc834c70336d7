"""A site with something on every page, always the same, and a way around it that leaves out none."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.test import Client

from games.circles import founding, joining
from games.lobby import alone
from games.mail import links
from games.mail.send import outbox
from games.match import chat, seats, stand_ins, votes
from games.models import ChatKind, ChatTarget, Circle, Match, Outbox, Player, Purpose, Seat, StandIn, Subject
from games.play.diff import label
from games.players import feeds
from games.rules import catalogue
from tests.browser.disputes import decided, of_disputes
from tests.browser.stop import Stop
from tests.kit.cast import NOON, SOON, browser, match_of, open_questions, person, play_on, turn_seat
from tests.kit.clubs import around, play_season
from tests.kit.daily import begin as try_at
from tests.kit.daily import finish
from tests.kit.filling_tables import fresh, link_to, table
from tests.kit.places import Scene, places

GAMES_TAUGHT = [rules for rules in catalogue.GAMES if rules.alone.lessons]
GAMES = ("quartz", "quartz_cards", "gnomes", "gem_edge")
LATER = SOON + timedelta(minutes=30)
MOVES, MOST = 14, 2000
#: An email as it was sent: `tests/mail` looks at those.
NO_PAGES = frozenset({"dev_mail_html"})


def furnish() -> list[Stop]:
    """Bring people, matches at several moments, and emails; give all there is to see."""
    running = {game: midway(game) for game in GAMES}
    waiting, over, paused, offered = idle(), ended(), stopped(), on_offer()
    outbox.send_due(LATER)
    stops = [
        *of_addresses(scene_at(running["quartz"])),
        Stop("match-of-cards", f"/m/{running['quartz_cards'].public_id}/"),
        Stop("match-of-gnomes", f"/m/{running['gnomes'].public_id}/"),
        Stop("match-of-gem-edge", f"/m/{running['gem_edge'].public_id}/"),
        Stop("match-waiting", f"/m/{waiting.public_id}/"),
        Stop("match-over", f"/m/{over.public_id}/"),
        *of_looking_back(over, running),
        Stop("match-to-flag", f"/m/{running['quartz'].public_id}/?flag=1"),
        Stop("link-that-flags", f"/t/{flag_link(running['quartz'])}", who=""),
        Stop("match-evening", f"/m/{evening().public_id}/"),
        Stop("match-looked-on", f"/m/{looked_on().public_id}/watch/", who=""),
        Stop("match-paused", f"/m/{paused.public_id}/"),
        Stop("seat-on-offer", offered),
        Stop("circle-to-join", circle_link(), "dora"),
        Stop("my-chat-with-channels", channels_of("alice")),
        Stop("people-invited", "/people/", "eve"),
        Stop("link-to-nowhere", "/t/nothing", who=""),
        Stop("not-found", "/nowhere/"),
        Stop("code-to-type", "/accounts/login/", who="", typed="alice@example.org"),
        *of_stand_ins(),
        *of_lobbies(),
        *of_disputes(),
        *of_one_person(),
    ]
    return stops


def of_looking_back(over: Match, running: dict[str, Match]) -> Iterator[Stop]:
    """List what there is to look back at: one moment with several eyes, charts, the story, the check."""
    at = f"/m/{over.public_id}/"
    yield Stop("replay-open", f"{at}replay/?at=40")
    yield Stop("replay-of-another", f"{at}replay/?at=41&as=seat-1")
    yield Stop("charts-over", f"{at}replay/charts/")
    yield Stop("story-told", f"{at}story/")
    yield Stop("story-told-to-anybody", f"{at}story/", who="")
    yield Stop("check-over", f"{at}check/")
    for game in ("quartz_cards", "gnomes", "gem_edge"):
        yield Stop(f"replay-of-{game}", f"/m/{running[game].public_id}/replay/?at=12")


def of_one_person() -> Iterator[Stop]:
    """List guided matches, and the daily mine as who can still try it sees it and as who has."""
    for rules in GAMES_TAUGHT:
        lesson = alone.open_lesson(person("gina"), rules, f"guided {rules.meta.slug}", SOON)
        yield Stop(f"match-guided-{rules.meta.slug}", f"/m/{lesson.public_id}/", "gina")
    tried = try_at(person("hugo"), SOON, is_named=True)
    yield Stop("match-of-the-day", f"/m/{tried.public_id}/", "hugo")
    finish(tried, SOON)
    yield Stop("daily-with-table", "/daily/", "hugo")
    yield Stop("daily-without", "/daily/", "gina")


def of_stand_ins() -> Iterator[Stop]:
    """List what a stand-in sees and who has one, private messages, and seats to take over."""
    found = match_of("ida", "jon", "kim", private_messages=True)
    play_on(found, 6)
    seat = turn_seat(found)
    name = seat.player.display_name.lower()
    stand_ins.make(found.pk, seat.number, (SOON + timedelta(days=4)).date(), "gail@example.org", SOON)
    chat.say(found.pk, seat.number, "Shall we let the others sell first?", SOON)
    chat.say(found.pk, seat.number, "Not a word to Kim.", SOON, to=(seat.number + 1) % 3)
    seats.seek(found.pk, seat.number, SOON)
    link = StandIn.objects.select_related("link").get(seat=seat).link
    yield Stop("stand-in-plays", links.path(link), who="")
    yield Stop("stand-in-made", f"/m/{found.public_id}/more/", name)
    yield Stop("stand-in-and-private-talk", f"/m/{found.public_id}/talk/", name)
    yield Stop("stand-in-list-of-seats", "/tables/", "eve")
    yield Stop("stand-in-list-for-visitors", "/tables/", who="")


def of_lobbies() -> Iterator[Stop]:
    """List a match that waits as its host, a stranger with its address, and who was asked by email see it."""
    waits = table("dora", "frank", has_door=True)
    yield Stop("lobby", f"/m/{waits.public_id}/", "dora")
    yield Stop("lobby-door", f"/m/{waits.public_id}/join/{fresh(waits).lobby.door}/", who="")
    yield Stop("link-that-invites", f"/t/{links.token(link_to(waits, 1))}", who="")


def of_addresses(scene: Scene) -> Iterator[Stop]:
    """Find the addresses at which there is a page, for who is signed in and for others."""
    alice, nobody = browser("alice"), Client()
    for one in places():
        path = one.path(scene)
        if one.name not in NO_PAGES:
            if is_page(alice, path):
                yield Stop(one.name, path)
            if is_page(nobody, path):
                yield Stop(f"{one.name}-for-anybody", path, who="")


def is_page(client: Client, path: str) -> bool:
    got = client.get(path)
    return got.status_code not in (301, 302, 405) and got.headers.get("Content-Type", "").startswith(
        "text/html"
    )


def midway(game: str) -> Match:
    """Play until alice is asked, with something behind her."""
    found = match_of(game=game)
    for seed in range(MOST):
        found.refresh_from_db()
        if seed > MOVES and 0 in found.awaited:
            return found
        play_on(found, 1, seed=seed)
    raise AssertionError("she is never asked")


def idle() -> Match:
    """Play until alice waits for somebody."""
    found = match_of("alice", "bob", "carol", "dora")
    for seed in range(MOST):
        found.refresh_from_db()
        if seed > MOVES and 0 not in found.awaited:
            return found
        play_on(found, 1, seed=seed)
    raise AssertionError("she is always asked")


def evening() -> Match:
    """Play until alice sells."""
    found = match_of()
    for seed in range(MOST):
        if any(one.kind == "sell" and name.seat == 0 for name, one in open_questions(found).items()):
            return found
        play_on(found, 1, seed=seed)
    raise AssertionError("she never sells")


def looked_on() -> Match:
    """Let anybody look on."""
    found = match_of()
    play_on(found, MOVES)
    Match.objects.filter(pk=found.pk).update(spectators=True, spectators_signed_out=True)
    return found


def ended() -> Match:
    found = match_of()
    play_on(found, MOST)
    return found


def stopped() -> Match:
    """Let a table agree on a pause."""
    found = match_of()
    play_on(found, MOVES)
    for number in range(3):
        votes.vote(found.pk, number, Subject.PAUSE, SOON)
    return found


def on_offer() -> str:
    """Give the address of a seat at a table of strangers."""
    found = match_of("bob", "carol", "eve")
    seats.give_up(found.pk, 1, SOON)
    seats.offer(found.pk, 0, 1, SOON)
    return f"/m/{found.public_id}/seat/{Seat.objects.get(match=found, number=1).offer}/"


def scene_at(found: Match) -> Scene:
    """Give alice's links, feeds and emails."""
    alice = person("alice")
    seat = Seat.objects.select_related("match", "player").get(match=found, player=alice)
    asked = next(name for name, one in open_questions(found).items() if one.awaited and name.seat == 0)
    (link,) = links.write([links.of_seat(seat, Purpose.SEAT, question=label(asked), at=NOON)])
    return Scene(
        found,
        link=links.token(link),
        feed=links.token(feeds.renew(alice, NOON)),
        mail=str(mail_to(alice).message_id),
        case=decided(seat, alice).public_id,
        **club_of(found, alice),
    )


def club_of(found: Match, alice: Player) -> dict[str, str]:
    """Let the table be a circle with ratings and a season behind it."""
    facts = around(found)
    made, people = (
        Circle.objects.get(public_id=facts["circle"]),
        [person(one) for one in ("alice", "bob", "carol")],
    )
    founding.keep_ratings(made, alice, True)
    for one in people:
        joining.take_part(made, one, True, NOON - timedelta(days=1))
    Player.objects.filter(pk__in=[one.pk for one in people]).update(rated_since=NOON - timedelta(days=1))
    play_season(made, people, 2)
    play_season(made, people[1:], 4)
    joining.invite(made, alice, person("eve"), NOON)
    return facts


def channels_of(name: str) -> str:
    """Connect channels of each state: one that works, one that fails, one that is off, one that is new."""
    facts: tuple[tuple[ChatKind, str, dict[str, object]], ...] = (
        (ChatKind.DISCORD, "discord.com …x7Qz", {"ok_at": NOON}),
        (ChatKind.MATRIX, "matrix.example.org …b2Fs", {"error": "m_forbidden", "failing_since": NOON}),
        (ChatKind.SLACK, "hooks.slack.com …9kLm", {"error": "status_404", "off_at": NOON}),
        (ChatKind.SIGNED, "program.example.org …hook", {}),
    )
    for kind, shown, more in facts:
        ChatTarget.objects.create(
            player=person(name), kind=kind, shown=shown, secret=b"", set_by=person(name), made_at=NOON, **more
        )
    return "/chats/?kind=slack_bot"


def circle_link() -> str:
    """Give the address by which others join the circle."""
    made = Circle.objects.get()
    return f"/circles/{made.public_id}/join/{made.door}/"


def flag_link(found: Match) -> str:
    """Give what flags a problem with an email to alice, wherever it is opened."""
    seat = Seat.objects.select_related("match", "player").get(match=found, player=person("alice"))
    (link,) = links.write([links.of_seat(seat, Purpose.FLAG, mail_to(person("alice")), at=NOON)])
    return links.token(link)


def mail_to(player: Player) -> Outbox:
    return Outbox.objects.filter(to=player.email, kind="turn").exclude(rendered=None).latest("pk")
