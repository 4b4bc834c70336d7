"""Every sentence of Quartz, one row each: present tense, name first, things as "ruby ×2".

A row `key|context` takes the place of `key` at tables of that context (`contexts`). The edition is one, and
the translator's: 2019 has names and terms of its own (QZ-61).
"""

from __future__ import annotations

from games.rules.kernel.messages import Contexts, Words
from games.titles.quartz.rules.options import Options
from games.titles.quartz.words.asking import AHEAD, ASKED, BRIEF, DO, ORDERS, REFUSED
from games.titles.quartz.words.edition import of_2019
from games.titles.quartz.words.figures import RECONSTRUCTED, figures
from games.titles.quartz.words.helping import HELP
from games.titles.quartz.words.labels import OPTIONS, RESULT, VIEW
from games.titles.quartz.words.lessons import LESSONS
from games.titles.quartz.words.sentences import SENTENCES
from games.titles.quartz.words.short import BOARD, LETTERS, LETTERS_2019, SAY
from games.titles.quartz.words.story import AT_STAKE, ENDING, LOSS, STORY, SUM, TOPICS
from games.titles.quartz.words.things import CARD_HELP, CARD_NAMES, DWARF_NAMES, GEM_NAMES

WORDS_2016: Words = {
    **GEM_NAMES,
    **CARD_NAMES,
    **DWARF_NAMES,
    **CARD_HELP,
    **STORY,
    **SUM,
    **LOSS,
    **AT_STAKE,
    **ENDING,
    **TOPICS,
    **ASKED,
    **BRIEF,
    **LESSONS,
    **DO,
    **REFUSED,
    **OPTIONS,
    **AHEAD,
    **VIEW,
    **RESULT,
    **ORDERS,
    **HELP,
    **SENTENCES,
    **RECONSTRUCTED,
    **LETTERS,
    **BOARD,
    **SAY,
}
WORDS: Words = {**WORDS_2016, **of_2019(WORDS_2016), **LETTERS_2019}
REFUSALS = frozenset(key.removeprefix("refused.") for key in REFUSED)


def contexts(options: Options) -> Contexts:
    """List the contexts of a match's words: its edition, and its reconstructed figures."""
    ours = figures(options)
    return [*(f"{options.edition}, {figure}" for figure in ours), options.edition, *ours]
