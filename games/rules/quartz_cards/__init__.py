"""Quartz, the card game: a line of cards that may give way, and rivals who help it to."""

from __future__ import annotations

from games.rules.kernel.contract import Rules
from games.rules.quartz_cards.answers import ahead, answer, left, settling
from games.rules.quartz_cards.board import board, odds
from games.rules.quartz_cards.choices import BY_KIND, choices
from games.rules.quartz_cards.commands import COMMANDS
from games.rules.quartz_cards.decide import decide
from games.rules.quartz_cards.describe import describe
from games.rules.quartz_cards.evolve import EVOLVE, evolve
from games.rules.quartz_cards.labels import contexts
from games.rules.quartz_cards.meta import META
from games.rules.quartz_cards.openly import public_ahead, public_choices, public_silence
from games.rules.quartz_cards.options import Options
from games.rules.quartz_cards.orders import LAYING, Orders, patience, unplanned
from games.rules.quartz_cards.outcome import outcome
from games.rules.quartz_cards.prospector import prospector
from games.rules.quartz_cards.prospects import prospects
from games.rules.quartz_cards.redact import redact
from games.rules.quartz_cards.setup import setup, tables, urns
from games.rules.quartz_cards.silence import silence
from games.rules.quartz_cards.state import State, copy
from games.rules.quartz_cards.topics import TOPICS
from games.rules.quartz_cards.view import view
from games.rules.quartz_cards.words import REFUSALS, WORDS

QUARTZ_CARDS = Rules(
    meta=META,
    version=1,
    events=tuple(EVOLVE),
    commands=COMMANDS,
    options=Options,
    orders=Orders,
    words=WORDS,
    asks=frozenset(BY_KIND),
    windows=frozenset({"attack", "defend", "get_lost"}),
    moments=frozenset({"ambush", "go_on"}),
    reveals=frozenset({"attack_played", "helped"}),
    if_held=frozenset({"attack_if_held", "defend_if_held"}),
    refusals=REFUSALS,
    tables=tables,
    urns=urns,
    empty=State,
    setup=setup,
    evolve=evolve,
    copy=copy,
    open=lambda state: list(state.asked.values()),
    choices=choices,
    silence=silence,
    decide=decide,
    view=view,
    redact=redact,
    describe=describe,
    public_choices=public_choices,
    public_silence=public_silence,
    public_ahead=public_ahead,
    board=board,
    odds=odds,
    prospects=prospects,
    settling=settling,
    answer=answer,
    ahead=ahead,
    patience=patience,
    unplanned=unplanned,
    left=left,
    ready_made=LAYING,
    bots={"prospector": prospector},
    sensible="prospector",
    outcome=outcome,
    contexts=contexts,
    chapters=frozenset({"turn_began"}),
    topics=TOPICS,
)
