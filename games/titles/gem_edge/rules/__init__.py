"""Gem Edge: a slide for a mine, ornaments to order, and rivals who cancel and copy."""

from __future__ import annotations

from games.rules.kernel.contract import Automation, Core, Mail, Rules, Secrecy, Text
from games.titles.gem_edge.rules.answers import ahead, answer, left, planned, stopped
from games.titles.gem_edge.rules.choices import AT_ONCE, BY_KIND, choices
from games.titles.gem_edge.rules.commands import COMMANDS
from games.titles.gem_edge.rules.decide import decide
from games.titles.gem_edge.rules.describe import describe
from games.titles.gem_edge.rules.email_table import board, odds
from games.titles.gem_edge.rules.evolve import EVOLVE, evolve
from games.titles.gem_edge.rules.further import further
from games.titles.gem_edge.rules.jeweller import jeweller
from games.titles.gem_edge.rules.jeweller.orders import lay
from games.titles.gem_edge.rules.labels import contexts
from games.titles.gem_edge.rules.lessons import ALONE
from games.titles.gem_edge.rules.meta import META
from games.titles.gem_edge.rules.moments import ending, moment
from games.titles.gem_edge.rules.motion import motion
from games.titles.gem_edge.rules.openly import (
    public_ahead,
    public_choices,
    public_silence,
    public_stopped,
)
from games.titles.gem_edge.rules.options import Options
from games.titles.gem_edge.rules.orders import READY_MADE_ORDERS, Orders, unplanned
from games.titles.gem_edge.rules.orders_offered import settling, suggested
from games.titles.gem_edge.rules.outcome import outcome
from games.titles.gem_edge.rules.prospects import prospects, reckon
from games.titles.gem_edge.rules.redact import redact
from games.titles.gem_edge.rules.score import SCORED, fortune, plays, score
from games.titles.gem_edge.rules.setup import setup, tables, urns
from games.titles.gem_edge.rules.silence import silence
from games.titles.gem_edge.rules.stakes import stakes
from games.titles.gem_edge.rules.state import MOMENTS, State, copy, open_questions
from games.titles.gem_edge.rules.topics import TOPICS
from games.titles.gem_edge.rules.view import view
from games.titles.gem_edge.words import REFUSALS, ROBOT_NAMES, WORDS

GEM_EDGE = Rules(
    meta=META,
    core=Core(
        version=1,
        events=tuple(EVOLVE),
        commands=COMMANDS,
        options=Options,
        words=WORDS,
        asks=frozenset(BY_KIND),
        windows=frozenset(AT_ONCE),
        moments=MOMENTS,
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
        reveals=frozenset({"card_played", "card_cancelled", "dropped", "ornaments_kept"}),
        if_held=frozenset({"not_so_fast_if_held", "me_too_take_if_held", "me_too_insert_if_held"}),
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
    mail=Mail(
        board=board,
        odds=odds,
    ),
    automation=Automation(
        orders=Orders,
        settling=settling,
        suggested=suggested,
        answer=answer,
        ahead=ahead,
        stopped=stopped,
        planned=planned,
        further=further,
        unplanned=unplanned,
        left=left,
        ready_made=READY_MADE_ORDERS,
        bots={"jeweller": jeweller},
        sensible="jeweller",
        bot_orders={"jeweller": lay},
        names=tuple(ROBOT_NAMES),
    ),
    alone=ALONE,
)
