"""Every sentence of Gnomes, one row each: present tense, name first, places as "east/north"."""

from __future__ import annotations

from games.rules.kernel.messages import Words
from games.titles.gnomes.words.asking import AHEAD, ASKED, BRIEF, DO, OPTIONS, REFUSED, SAY
from games.titles.gnomes.words.labels import LABELS
from games.titles.gnomes.words.lessons import LESSONS
from games.titles.gnomes.words.sentences import SENTENCES
from games.titles.gnomes.words.story import ENDING, PROSPECTS, STAKES, STORY
from games.titles.gnomes.words.things import THINGS

WORDS: Words = {
    **THINGS,
    **STORY,
    **ENDING,
    **STAKES,
    **PROSPECTS,
    **ASKED,
    **BRIEF,
    **LESSONS,
    **DO,
    **REFUSED,
    **OPTIONS,
    **AHEAD,
    **SAY,
    **LABELS,
    **SENTENCES,
}
REFUSALS = frozenset(key.removeprefix("refused.") for key in REFUSED)
