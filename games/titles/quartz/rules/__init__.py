"""Quartz: five days in a mine, three to five dwarves, one wager."""

from __future__ import annotations

from games.rules.kernel.contract import Automation, Core, Mail, Rules, Secrecy, Text
from games.titles.quartz.rules.answers import ahead, answer, patience, planned, settling, stopped
from games.titles.quartz.rules.choices import BY_KIND, choices
from games.titles.quartz.rules.commands import COMMANDS
from games.titles.quartz.rules.decide import decide
from games.titles.quartz.rules.describe import describe
from games.titles.quartz.rules.email_table import board, odds
from games.titles.quartz.rules.evolve import EVOLVE, evolve
from games.titles.quartz.rules.lessons import ALONE
from games.titles.quartz.rules.meta import META
from games.titles.quartz.rules.miner import miner
from games.titles.quartz.rules.moments import ending, moment
from games.titles.quartz.rules.motion import motion
from games.titles.quartz.rules.openly import public_ahead, public_choices, public_silence, public_stopped
from games.titles.quartz.rules.options import Options, check_new
from games.titles.quartz.rules.orders import READY_MADE_ORDERS, Orders, unplanned
from games.titles.quartz.rules.outcome import outcome
from games.titles.quartz.rules.plans.further import further
from games.titles.quartz.rules.prospects import prospects, reckon
from games.titles.quartz.rules.redact import redact
from games.titles.quartz.rules.score import SCORED, fortune, plays, score
from games.titles.quartz.rules.setup import setup, tables, urns
from games.titles.quartz.rules.silence import silence
from games.titles.quartz.rules.stakes import stakes
from games.titles.quartz.rules.state import State, copy, open_questions
from games.titles.quartz.rules.topics import TOPICS
from games.titles.quartz.rules.view import view, views
from games.titles.quartz.words import REFUSALS, WORDS, contexts
from games.titles.quartz.words.things import ROBOT_NAMES

QUARTZ = Rules(
    meta=META,
    core=Core(
        version=1,
        events=tuple(EVOLVE),
        upcasters={("parked", 1): lambda raw: raw},
        commands=COMMANDS,
        options=Options,
        words=WORDS,
        asks=frozenset(BY_KIND),
        windows=frozenset({"window", "token"}),
        refusals=REFUSALS,
        tables=tables,
        urns=urns,
        check_new=check_new,
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
        if_held=frozenset({"react_if_held"}),
        views=views,
        public_choices=public_choices,
        public_silence=public_silence,
        public_ahead=public_ahead,
        public_stopped=public_stopped,
    ),
    text=Text(
        contexts=contexts,
        prospects=prospects,
        reckon=reckon,
        stakes=stakes,
        chapters=frozenset({"day_began"}),
        topics=TOPICS,
        ending=ending,
        moment=moment,
        motion=motion,
        score=score,
        scored=SCORED,
        fortune=fortune,
        plays=plays,
    ),
    mail=Mail(
        board=board,
        odds=odds,
    ),
    automation=Automation(
        orders=Orders,
        settling=settling,
        answer=answer,
        ahead=ahead,
        stopped=stopped,
        planned=planned,
        patience=patience,
        unplanned=unplanned,
        bots={"miner": miner},
        sensible="miner",
        names=tuple(ROBOT_NAMES),
        ready_made=READY_MADE_ORDERS,
        further=further,
    ),
    alone=ALONE,
)
