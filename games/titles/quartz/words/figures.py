"""Figures printed on artwork only: labelled wherever they are read, unless the table has its own."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words
from games.titles.quartz.rules.cards import CARDS
from games.titles.quartz.rules.options import Options
from games.titles.quartz.words.labels import VIEW
from games.titles.quartz.words.story import AT_STAKE, STORY

BRAVERY = "reconstructed bravery coins"
ALL_VALUES, SOME_VALUES = "reconstructed card values", "some reconstructed card values"


def value_of(card: str) -> str:
    """Name the context of a match that has its own values, but none for this card."""
    return f"reconstructed value of {card}"


def figures(options: Options) -> list[str]:
    """List the contexts of the reconstructed figures of a match."""
    ours = sorted(options.reconstructed_cards)
    some = [SOME_VALUES, *map(value_of, ours)] if ours else []
    values = [ALL_VALUES] if len(ours) == len(CARDS) else some
    return values + [BRAVERY] * options.has_reconstructed_coins


def labelled(row: Row) -> Row:
    """Add the label after the figure at the end of a text."""
    text, plural = (_labelled(form) for form in (row.text, row.plural))
    return Row(text, plural, row.count)


def _labelled(form: str) -> str:
    end = "." * form.endswith(".")
    return f"{form.removesuffix('.')} (reconstructed){end}" if form else ""


COINS_TOLD = (
    "space_filled",
    "space_filled.bare",
    "space_emptied",
    "space_emptied.bare",
    "left_mine.bonus",
    "left_mine.bare",
    "stayed_last",
    "stayed_last.bare",
    "bonus_given_up",
    "bonus_given_up.bare",
)

RECONSTRUCTED: Words = {
    **{f"{key}|{BRAVERY}": labelled(STORY[key]) for key in COINS_TOLD},
    f"board.bravery|{BRAVERY}": Row("Bravery board"),
    **{f"{key}|{BRAVERY}": labelled(AT_STAKE[key]) for key in ("prospect.leave", "prospect.leave.bare")},
    f"view.space.coins|{BRAVERY}": labelled(VIEW["view.space.coins"]),
    f"view.ledger.bravery|{BRAVERY}": labelled(VIEW["view.ledger.bravery"]),
    f"result.bravery|{BRAVERY}": Row("bravery"),
    f"view.sight.sale|{ALL_VALUES}": labelled(VIEW["view.sight.sale"]),
    **{
        f"view.sight.sale.each.{card}|{value_of(card)}": labelled(VIEW[f"view.sight.sale.each.{card}"])
        for card in CARDS
    },
    f"view.ledger.cards|{ALL_VALUES}": labelled(VIEW["view.ledger.cards"]),
    f"view.ledger.cards|{SOME_VALUES}": Row("Cards"),
    f"result.cards|{ALL_VALUES}": Row("cards"),
    f"result.cards|{SOME_VALUES}": Row("cards"),
}
