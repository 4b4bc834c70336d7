"""Gnomes: a kingdom of cards with walls, and the dwarves who work it."""

from __future__ import annotations

from games.rules.kernel.contract import Automation, Core, Mail, Rules, Secrecy, Text
from games.titles.gnomes.rules.answers import ahead, answer, further, left, planned, settling, stopped
from games.titles.gnomes.rules.choices import BY_KIND, choices
from games.titles.gnomes.rules.commands import COMMANDS
from games.titles.gnomes.rules.decide import decide
from games.titles.gnomes.rules.describe import describe
from games.titles.gnomes.rules.email_table import board
from games.titles.gnomes.rules.evolve import EVOLVE, evolve
from games.titles.gnomes.rules.lessons import ALONE
from games.titles.gnomes.rules.meta import META
from games.titles.gnomes.rules.moments import ending, moment
from games.titles.gnomes.rules.motion import motion
from games.titles.gnomes.rules.openly import public_ahead, public_choices, public_silence, public_stopped
from games.titles.gnomes.rules.options import Options
from games.titles.gnomes.rules.orders import READY_MADE_ORDERS, Orders, unplanned
from games.titles.gnomes.rules.outcome import outcome
from games.titles.gnomes.rules.prospects import prospects, reckon
from games.titles.gnomes.rules.redact import redact
from games.titles.gnomes.rules.score import SCORED, fortune, plays, score
from games.titles.gnomes.rules.setup import setup, tables, urns
from games.titles.gnomes.rules.silence import silence
from games.titles.gnomes.rules.stakes import stakes
from games.titles.gnomes.rules.state import State, copy, open_questions
from games.titles.gnomes.rules.steward import steward
from games.titles.gnomes.rules.topics import TOPICS
from games.titles.gnomes.rules.view import view, views
from games.titles.gnomes.words import REFUSALS, WORDS
from games.titles.gnomes.words.labels import contexts
from games.titles.gnomes.words.things import ROBOT_NAMES

GNOMES = Rules(
    meta=META,
    core=Core(
        version=1,
        events=tuple(EVOLVE),
        commands=COMMANDS,
        options=Options,
        words=WORDS,
        asks=frozenset(BY_KIND),
        moments=frozenset({"show", "go_on"}),
        refusals=REFUSALS,
        tables=tables,
        urns=urns,
        empty=State,
        setup=setup,
        evolve=evolve,
        copy=copy,
        open=open_questions,
        choices=choices,
        silence=silence,
        decide=decide,
        view=view,
        redact=redact,
        describe=describe,
        outcome=outcome,
    ),
    secrecy=Secrecy(
        reveals=frozenset(
            {
                *("goal_shown", "goal_bought", "cards_discarded", "bounced", "dwarf_shoved"),
                *("gem_stolen", "ogre_stolen", "dwarves_swapped"),
            }
        ),
        views=views,
        public_choices=public_choices,
        public_silence=public_silence,
        public_ahead=public_ahead,
        public_stopped=public_stopped,
    ),
    text=Text(
        prospects=prospects,
        reckon=reckon,
        contexts=contexts,
        stakes=stakes,
        chapters=frozenset({"turn_began"}),
        topics=TOPICS,
        ending=ending,
        moment=moment,
        motion=motion,
        score=score,
        scored=SCORED,
        fortune=fortune,
        plays=plays,
    ),
    mail=Mail(board=board),
    automation=Automation(
        orders=Orders,
        settling=settling,
        answer=answer,
        ahead=ahead,
        stopped=stopped,
        planned=planned,
        further=further,
        unplanned=unplanned,
        left=left,
        ready_made=READY_MADE_ORDERS,
        bots={"steward": steward},
        sensible="steward",
        bot_orders={"steward": lambda view: Orders(show="when_met")},
        names=tuple(ROBOT_NAMES),
    ),
    alone=ALONE,
)
