"""Quartz: five days in a mine, three to five dwarves, one wager."""

from __future__ import annotations

from games.rules.kernel.contract import Rules
from games.rules.quartz.answers import ahead, answer, settling
from games.rules.quartz.board import board, odds
from games.rules.quartz.choices import BY_KIND, choices
from games.rules.quartz.commands import COMMANDS
from games.rules.quartz.decide import decide
from games.rules.quartz.describe import describe
from games.rules.quartz.evolve import EVOLVE, evolve
from games.rules.quartz.meta import META
from games.rules.quartz.miner import miner
from games.rules.quartz.openly import public_ahead, public_choices, public_silence
from games.rules.quartz.options import Options, check_new
from games.rules.quartz.orders import LAYING, Orders, patience, unplanned
from games.rules.quartz.outcome import outcome
from games.rules.quartz.prospects import prospects, reckon
from games.rules.quartz.redact import redact
from games.rules.quartz.setup import setup, tables, urns
from games.rules.quartz.silence import silence
from games.rules.quartz.state import State, copy
from games.rules.quartz.topics import TOPICS
from games.rules.quartz.view import view, views
from games.rules.quartz.words import REFUSALS, WORDS, contexts

QUARTZ = Rules(
    meta=META,
    version=1,
    events=tuple(EVOLVE),
    upcasters={("parked", 1): lambda raw: raw},  # valuable crystals only, then as now
    commands=COMMANDS,
    options=Options,
    orders=Orders,
    words=WORDS,
    asks=frozenset(BY_KIND),
    windows=frozenset({"window", "token"}),
    if_held=frozenset({"react_if_held"}),
    refusals=REFUSALS,
    tables=tables,
    urns=urns,
    check_new=check_new,
    empty=State,
    setup=setup,
    evolve=evolve,
    copy=copy,
    open=lambda state: list(state.asked.values()),
    choices=choices,
    silence=silence,
    decide=decide,
    view=view,
    views=views,
    redact=redact,
    describe=describe,
    public_choices=public_choices,
    public_silence=public_silence,
    public_ahead=public_ahead,
    board=board,
    odds=odds,
    settling=settling,
    answer=answer,
    ahead=ahead,
    patience=patience,
    unplanned=unplanned,
    bots={"miner": miner},
    sensible="miner",
    outcome=outcome,
    ready_made=LAYING,
    contexts=contexts,
    prospects=prospects,
    reckon=reckon,
    chapters=frozenset({"day_began"}),
    topics=TOPICS,
)
