"""Quartz, the card game: a line of cards that may give way, and rivals who help it to."""

from __future__ import annotations

from games.rules.kernel.contract import Automation, Core, Mail, Rules, Secrecy, Text
from games.titles.quartz_cards.rules.answers import ahead, answer, left, planned, settling, stopped
from games.titles.quartz_cards.rules.choices import BY_KIND, choices
from games.titles.quartz_cards.rules.commands import COMMANDS
from games.titles.quartz_cards.rules.decide import decide
from games.titles.quartz_cards.rules.describe import describe
from games.titles.quartz_cards.rules.email_table import board, odds
from games.titles.quartz_cards.rules.evolve import EVOLVE, evolve
from games.titles.quartz_cards.rules.labels import contexts
from games.titles.quartz_cards.rules.lessons import ALONE
from games.titles.quartz_cards.rules.meta import META
from games.titles.quartz_cards.rules.moments import ending, moment
from games.titles.quartz_cards.rules.motion import motion
from games.titles.quartz_cards.rules.openly import (
    public_ahead,
    public_choices,
    public_silence,
    public_stopped,
)
from games.titles.quartz_cards.rules.options import Options
from games.titles.quartz_cards.rules.orders import READY_MADE_ORDERS, Orders, unplanned
from games.titles.quartz_cards.rules.outcome import outcome
from games.titles.quartz_cards.rules.prospector import prospector
from games.titles.quartz_cards.rules.prospects import prospects
from games.titles.quartz_cards.rules.redact import redact
from games.titles.quartz_cards.rules.score import SCORED, fortune, plays, score
from games.titles.quartz_cards.rules.setup import setup, tables, urns
from games.titles.quartz_cards.rules.silence import silence
from games.titles.quartz_cards.rules.stakes import stakes
from games.titles.quartz_cards.rules.state import State, copy, open_questions
from games.titles.quartz_cards.rules.topics import TOPICS
from games.titles.quartz_cards.rules.view import view
from games.titles.quartz_cards.words import REFUSALS, ROBOT_NAMES, WORDS

QUARTZ_CARDS = Rules(
    meta=META,
    core=Core(
        version=1,
        events=tuple(EVOLVE),
        commands=COMMANDS,
        options=Options,
        words=WORDS,
        asks=frozenset(BY_KIND),
        windows=frozenset({"attack", "defend", "get_lost"}),
        moments=frozenset({"ambush", "go_on"}),
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
        reveals=frozenset({"attack_played", "helped"}),
        if_held=frozenset({"attack_if_held", "defend_if_held"}),
        public_choices=public_choices,
        public_silence=public_silence,
        public_ahead=public_ahead,
        public_stopped=public_stopped,
    ),
    text=Text(
        prospects=prospects,
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
        unplanned=unplanned,
        left=left,
        ready_made=READY_MADE_ORDERS,
        bots={"prospector": prospector},
        sensible="prospector",
        names=tuple(ROBOT_NAMES),
    ),
    alone=ALONE,
)
