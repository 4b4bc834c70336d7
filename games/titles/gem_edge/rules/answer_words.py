"""Answers in whole sentences, by the fields filled in, and the headings under which many are folded."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words

SENTENCES: Words = {
    "do.insert.stone": Row("Insert {stone}"),
    "do.insert.stone.ornament": Row("Insert {stone} into: {ornament}"),
    "do.take_and_insert.stone.ornament": Row("Take {stone} and insert it into: {ornament}"),
    "do.insert_and_take.stone.ornament": Row("Take a stone after inserting {stone} into: {ornament}"),
    "do.insert_two.stone.ornament.stone_2.ornament_2": Row(
        "Insert {stone} into: {ornament}; {stone_2} into: {ornament_2}"
    ),
    "do.hand_in.ornaments": Row("Hand in: {ornaments}"),
    "do.hand_in.ornaments.new": Row("Hand in: {ornaments}; take: {new}"),
    "do.hand_in.ornaments.stones": Row("Hand in: {ornaments}; stones go back in this order: {stones}"),
    "do.hand_in.ornaments.stones.new": Row(
        "Hand in: {ornaments}; stones go back in this order: {stones}; take: {new}"
    ),
    "do.swap_ornament.give.take": Row("Give {give} and get {take}"),
    "do.swap_stone.target.give": Row("Give {give} to {target}"),
    "do.swap_stone.target.give.take": Row("Give {give} to {target} for {take}"),
    "do.pry_out.ornament": Row("Pry a stone out of: {ornament}"),
    "do.pry_out.ornament.stone": Row("Pry {stone} out of: {ornament}"),
    "do.tip_out.target": Row("Tip out the cart: {target}"),
    "do.tip_out.target.stones": Row("Tip out {stones} from the cart: {target}"),
    "do.pick_through.keep.back": Row("Keep {keep}; back up the slide: {back}"),
    "do.pickpocket.target": Row("Steal from the cart: {target}"),
    "do.pickpocket.target.stones": Row("Steal {stones} from the cart: {target}"),
    "do.deft_hands.stone": Row("Deft Hands: insert {stone}"),
    "do.deft_hands.stone.ornament": Row("Deft Hands: insert {stone} into {ornament}"),
    "do.deft_hands.stone.ornament.stone_2.ornament_2": Row(
        "Deft Hands: insert {stone} into {ornament}, {stone_2} into {ornament_2}"
    ),
}

WHOLE = Row("Both actions at once")
UNDER: Words = {
    **{
        f"under.{command}": WHOLE
        for command in (
            "take_two",
            "take_and_insert",
            "insert_and_take",
            "insert_two",
            "discard_and_take",
            "draw_two",
        )
    },
    "under.swap_ornament": Row("Play Change of Fashion"),
    "under.swap_stone": Row("Play Fair Exchange"),
    "under.pry_out": Row("Play Pry It Out"),
    "under.tip_out": Row("Play Tip It Out"),
    "under.pick_through": Row("Play Pick Through"),
    "under.pickpocket": Row("Play Pickpocket"),
    "under.deft_hands": Row("Play Deft Hands"),
}
#: What is added to an answer that leaves a field open, where others would read alike.
OPEN: Words = {
    "open.new": Row("and choose from the market"),
    "open.stones": Row("and choose how its stones go back"),
}
ANSWERS: Words = {**SENTENCES, **UNDER, **OPEN}
