"""Every sentence of the card game, one row each: present tense, name first, things as "ruby ×2".

The cards have Portuguese names of their own, the rulebook's: rows for readers of that language.
"""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words
from games.titles.quartz_cards.rules.cards import ALL_MINE_CARDS, CRYSTALS, HELPERS
from games.titles.quartz_cards.rules.commands import NOTHING
from games.titles.quartz_cards.rules.labels import LABELS
from games.titles.quartz_cards.rules.line import crystal_of, icon_of, is_hire, is_unstable


def mine_name(card: str) -> str:
    """Call a mine card by its crystal and what its icon means."""
    if is_unstable(card):
        return f"{crystal_of(card)} [unstable {icon_of(card)}]"
    return f"{crystal_of(card)} [hire]" if is_hire(card) else card


GEM_NAMES: Words = {f"gem.{key}": Row(key) for key in CRYSTALS}
MINE_NAMES: Words = {f"mine.{card}": Row(mine_name(card)) for card in (*ALL_MINE_CARDS, NOTHING)}
CARD_NAMES: Words = {f"card.{key}": Row(helper.name) for key, helper in HELPERS.items()}
PORTUGUESE: Words = {f"card.{key}|pt-br": Row(helper.portuguese) for key, helper in HELPERS.items()}

#: What robots are called, and the rows with the names.
ROBOT_NAMES = {
    name.lower(): name
    for name in (
        *("Bruna", "Dagna", "Egil", "Fjalla", "Gritta", "Hulda"),
        *("Knurr", "Loda", "Orri", "Pyrka", "Rusko", "Varga"),
    )
}
DWARF_NAMES: Words = {f"dwarf.{key}": Row(name) for key, name in ROBOT_NAMES.items()}

CARD_HELP: Words = {
    "help.what_a_beauty": Row(
        "Play it when you stop. Name crystals in order of preference, even ones you don't have "
        "yet: at the end of your turn, the first of these columns you have goes under your chest."
    ),
    "help.hand_it_over": Row("You get the last mine card in the line."),
    "help.stop_stop_stop": Row("The digging ends at once, and the player who was digging collects the line."),
    "help.may_i_help": Row("Draw two mine cards, keep one, and put the other at the end of the line."),
    "help.little_present": Row(
        "Goes into the line. The next unstable crystal or the next present brings the line down."
    ),
    "help.yours_no_more": Row("Take a whole column, or any two open cards, from the player who is digging."),
    "help.no_chance": Row("Cancels any attack on you."),
    "help.over_my_dead_body": Row(
        "Nothing is stolen from you, and you take an open card from the thief instead."
    ),
    "help.get_lost": Row("The present goes back to its sender and waits for their next line."),
}

STORY: Words = {
    "sat_down": Row("The dwarves sit down round the table."),
    "helpers_dealt": Row("{seat} is dealt these helpers: {cards}."),
    "helpers_dealt.unseen": Row("{seat} gets {count} helper.", "{seat} gets {count} helpers.", "count"),
    "hire_offered.shuffled": Row("The used helpers are shuffled into a new pile: {shuffled} in all."),
    "turn_began": Row("It's {seat}'s turn."),
    "column_protected": Row("{seat} protects a column: {crystal} ×{count}."),
    "column_protected.by_card": Row("{seat} plays What a Beauty! and protects a column: {crystal} ×{count}."),
    "explore_announced": Row("{seat} explores."),
    "explore_announced.brief": Row("{seat} explores for just one card."),
    "explore_announced.presents": Row("{seat} explores. Presents already in the line: {presents}."),
    "explore_announced.brief_presents": Row(
        "{seat} explores for just one card. Presents already in the line: {presents}."
    ),
    "card_laid": Row("{seat} digs up: {card}."),
    "hired": Row("{seat} trades {card} for a helper: {helper}."),
    "hired.unseen": Row("{seat} trades {card} for a helper."),
    "hire_declined": Row("{seat} doesn't hire a helper."),
    "window_opened": Row("The others can attack."),
    "attack_played": Row("{seat} plays {card} on {target}."),
    "attack_played.column": Row("{seat} plays {card} on {target} and picks the {column} column."),
    "attack_played.gems": Row("{seat} plays {card} on {target} and picks: {gems}."),
    "defence_asked": Row("{seat} can defend against {card}."),
    "duel_asked": Row("{seat} can send the present back again."),
    "let_happen": Row("{seat} lets it happen."),
    "defended": Row("{seat} defends with {card}."),
    "taken_back": Row("{seat} takes {crystal} from {thief} in return."),
    "taken_back.nothing": Row("{seat} takes nothing in return: {thief} has no open cards."),
    "present_returned": Row("The present waits for {seat}'s next line."),
    "present_laid": Row("There is a present in {seat}'s line."),
    "card_handed_over": Row("{thief} gets {card} from {seat}'s line."),
    "digging_stopped": Row("{seat}'s digging is over."),
    "help_drawn": Row("{seat} draws: {cards}."),
    "help_drawn.unseen": Row("{seat} draws {count} card.", "{seat} draws {count} cards.", "count"),
    "helped": Row("{seat} keeps {kept} and adds {laid} to the line."),
    "helped.kept": Row("{seat} keeps {kept}."),
    "helped.laid": Row("{seat} adds {laid} to the line."),
    "column_stolen": Row("{thief} steals from {victim}: {gems}."),
    "stopped": Row("{seat} stops."),
    "stopped.beauty": Row("{seat} stops and secretly plays What a Beauty! ×{copies} for: {columns}."),
    "accident_happened": Row("{seat} has an accident and loses: {lost}."),
    "accident_happened.empty": Row("{seat} has an accident before digging anything up."),
    "line_collected": Row("{seat} collects the line: {cards}."),
    "line_collected.empty": Row("{seat} collects nothing: the line is empty."),
    "match_ended": Row("The mine is empty. Time to count the crystals!"),
    "topic.digging": Row("Digging"),
    "topic.helpers": Row("Helpers"),
    "topic.attacks": Row("Attacks"),
    "topic.columns": Row("Columns and accidents"),
}

#: Who won and why, and the moments that turned the match.
ENDING: Words = {
    "ended.won": Row("{winner} wins, {points} points to {other}."),
    "ended.alone": Row("{winner} wins with {points} points."),
    "ended.tie": Row("{winner} wins on the cheaper crystals: both have {points} points."),
    "ended.shared": Row("The win is shared by {winners}: {points} points each."),
    "moment.accident": Row(
        "{seat} loses a line worth {points} point in an accident.",
        "{seat} loses a line worth {points} points in an accident.",
        "points",
    ),
    "moment.theft": Row(
        "{thief} takes crystals worth {points} point from {victim}.",
        "{thief} takes crystals worth {points} points from {victim}.",
        "points",
    ),
    "moment.dig": Row(
        "{seat} digs on at a risk of {percent}% with {points} points in the line, and it holds."
    ),
    "moment.line": Row(
        "{seat} brings home a line worth {points} point.",
        "{seat} brings home a line worth {points} points.",
        "points",
    ),
    "named.accident": Row("The costliest accident"),
    "named.accident.mine": Row("Your costliest accident"),
    "named.theft": Row("The biggest theft"),
    "named.theft.mine": Row("Your biggest theft"),
    "named.dig": Row("The boldest dig"),
    "named.dig.mine": Row("Your boldest dig"),
    "named.line": Row("The richest line"),
    "named.line.mine": Row("Your richest line"),
}

ASKED: Words = {
    "asked.turn": Row("It's your turn: explore, or protect a column."),
    "asked.go_on": Row("Continue as announced."),
    "asked.dig": Row("Keep digging, or stop and collect the line?"),
    "asked.hire": Row("Trade the last card for a helper?"),
    "asked.ambush": Row("Checking your ambushes."),
    "asked.attack": Row("Attack the player who is digging? The others decide in secret too."),
    "asked.help": Row("Which card do you keep? The other goes at the end of the line."),
    "asked.defend": Row("You're under attack: defend with a card, or let it happen."),
    "asked.get_lost": Row("A present is coming your way: send it back, or let it happen."),
}

BRIEF: Words = {
    "brief.1": Row("On your turn, dig up crystals card by card, and stop in time to keep them all."),
    "brief.2": Row("Two unstable crystals in the same position bring the line down, and it is lost."),
    "brief.3": Row("The others attack with helpers while you dig. When the mine is empty, most points win."),
}

LESSONS: Words = {
    "lesson.explore": Row(
        "You dig up cards one by one and can stop after each: then all of them are yours. If the line "
        "collapses first, you get nothing."
    ),
    "lesson.hire": Row(
        "This card offers a helper in exchange. Helpers attack the others while they dig, so a cheap "
        "crystal like this {crystal} is well spent."
    ),
    "lesson.keep_card": Row(
        "This card offers a helper in exchange. Keep it: {crystal} is worth more in your line."
    ),
    "lesson.dig": Row("There is no unstable crystal in your line yet, so the next card is safe."),
    "lesson.crack": Row(
        "An unstable crystal has cracked one of the six positions. A second one in a cracked position "
        "brings the line down: a risk of {percent}% for the next card."
    ),
    "lesson.stop": Row(
        "Your line is worth {worth}, and the risk has grown to {percent}%. This is a good moment to stop "
        "and keep it all."
    ),
    "lesson.attack": Row(
        "Now {seat} is digging, and the line is worth {worth}. Your helpers can attack, and the button "
        "says what this one does."
    ),
    "lesson.let_pass": Row(
        "Now {seat} is digging, and the line is worth {worth}. You could attack with a helper, but none "
        "of yours pays at the moment."
    ),
    "lesson.defend": Row(
        "{seat} attacks you: “{card}”. You are asked even if you can't answer, so nobody learns anything."
    ),
    "lesson.end": Row(
        "Open in front of you: {gems}. Four of a kind score five points more, and you can spend a turn to"
        " protect a column from thieves."
    ),
}

PROSPECTS: Words = {
    "stakes.attack": Row("{seat} plays {card} on your line."),
    "stakes.line": Row(
        "Your line: {count} card worth {worth}. Accident risk on the next card: {percent}%.",
        "Your line: {count} cards worth {worth}. Accident risk on the next card: {percent}%.",
        "count",
    ),
    "stakes.their_line": Row(
        "{seat}'s line: {count} card worth {worth}. Accident risk on the next card: {percent}%.",
        "{seat}'s line: {count} cards worth {worth}. Accident risk on the next card: {percent}%.",
        "count",
    ),
    "prospect.protect": Row("Protect {crystal} ×{count}: worth {points}, and safe until the end."),
    "prospect.explore.doomed": Row(
        "Explore: two presents are waiting for you, so you have an accident at once."
    ),
    "prospect.explore.present": Row(
        "Explore: the present waiting for you goes into your line. The first card has a "
        "{percent}% chance of causing an accident."
    ),
    "prospect.dig_on": Row(
        "Keep digging: {percent}% chance of an accident, which loses the line (worth {worth}). "
        "Any other card adds about {average}."
    ),
    "prospect.stop": Row(
        "Stop: unless the others attack, you collect the line, worth {worth}. Your score would be {points}."
    ),
    "prospect.hire": Row("Hire a helper: {card} leaves the game, and the line is then worth {worth}."),
    "prospect.decline_hire": Row("Don't hire: the line is still worth {worth}."),
    "prospect.keep": Row(
        "You keep {kept}; {laid} goes in the line, which holds. Your score would be {points}."
    ),
    "prospect.keep.accident": Row(
        "You keep {kept}; {laid} brings the line down: an accident. Your score would be {points}."
    ),
    "prospect.keep_only": Row("You keep {kept}. Your score would be {points}."),
}

DO: Words = {
    "do.explore": Row("Explore"),
    "do.dig_one": Row("Explore, dig one card, don't hire with it, and stop"),
    "do.protect": Row("Protect a column"),
    "do.go_on": Row("Continue"),
    "do.dig_on": Row("Keep digging"),
    "do.stop": Row("Stop"),
    "do.stop_and_protect": Row("Stop and play What a Beauty!"),
    "do.hire": Row("Hire a helper"),
    "do.decline_hire": Row("Don't hire a helper"),
    "do.attack": Row("Attack"),
    "do.attack_if_held": Row("Attack if I have the card"),
    **{
        f"with.{attack}.card.{aim}": row
        for attack in ("attack", "attack_if_held")
        for aim, row in {
            "column": Row("{card} – column: {column}"),
            "gems": Row("{card} – open cards: {gems}"),
        }.items()
    },
    "do.let_pass": Row("Don't attack"),
    "do.defend": Row("Defend"),
    "do.defend_if_held": Row("Defend if I have the card"),
    "do.let": Row("Let it happen"),
    "do.keep": Row("Keep"),
    "field.crystal": Row("Column"),
    "field.column": Row("Column"),
    "field.columns": Row("Columns, in order of preference"),
    "field.copies": Row("Copies"),
    "field.card": Row("Card"),
    "field.gems": Row("Open cards"),
    "field.take": Row("Take"),
}

REFUSED: Words = {
    "refused.not_in_hand": Row("That card isn't in your hand: {card}."),
    "refused.no_column": Row("You don't have that column."),
    "refused.no_need": Row("That card would do nothing now: {card}."),
    "refused.no_answer": Row("That card doesn't work against this attack: {card}."),
}

OPTIONS: Words = {
    "option.windows": Row(
        "When the others can attack. Light: when someone stops; before that, only by ambush. "
        "Full: at any point."
    ),
    "option.windows.light": Row("light"),
    "option.windows.full": Row("full"),
    "option.first_player": Row("Who goes first: drawn at random, or the seat you choose."),
    "option.first_player.random": Row("drawn at random"),
    "option.first_player.0": Row("seat 1, the host"),
    "option.first_player.1": Row("seat 2"),
    "option.first_player.2": Row("seat 3"),
    "option.first_player.3": Row("seat 4"),
    "option.seating": Row("Seating order: shuffled, or in the order people joined."),
    "option.seating.shuffled": Row("shuffled"),
    "option.seating.fixed": Row("in the order people joined"),
    "robot.prospector": Row("a prospector who weighs the risk"),
    "robot.random": Row("a greenhorn who plays any legal move"),
    "option.mine_cards": Row("Your own list of the 72 mine cards, in place of our estimate."),
    "option.crystal_values": Row("Your own crystal values, in place of our estimate."),
    "option.helper_cards": Row("Your own list of the 38 helpers, in place of our estimate."),
}

AHEAD: Words = {
    "ahead.presents": Row("Your plan will stop: two presents are waiting for your next line."),
    "stopped.presents": Row("two presents are waiting for your next line"),
    "stopped.no_limit": Row("it sets no limit to your digging"),
    "plan.careful": Row("Careful: stop at two cards, at a line worth 6, or if the risk is over 20%."),
    "plan.steady": Row("Steady: stop at a line worth 9, or if the risk is over 33%."),
    "plan.bold": Row("Bold: stop at a line worth 14, or if the risk is over 50%; play What a Beauty!"),
}

LETTERS: Words = {
    "letter.quartz": Row("Q"),
    "letter.amethyst": Row("A"),
    "letter.emerald": Row("E"),
    "letter.sapphire": Row("S"),
    "letter.ruby": Row("R"),
    "letter.amber": Row("B"),
    "letter.present": Row("P"),
}

BOARD: Words = {
    "board.line": Row("{seat}'s line"),
    "board.worth": Row("worth {worth}"),
    "board.mine": Row("{count} card left in the mine", "{count} cards left in the mine", "count"),
    "board.miner": Row("{seat}"),
    "board.helpers": Row("{count} helper in hand", "{count} helpers in hand", "count"),
    "board.in_chest": Row("{count} card under the chest", "{count} cards under the chest", "count"),
    "board.chest_open": Row("under the chest: {gems}"),
    "board.presents": Row(
        "{count} present waiting for the next line", "{count} presents waiting for the next line", "count"
    ),
    "board.chest": Row("Under your chest"),
    "board.hand": Row("Your hand"),
    "board.held": Row("{cards}"),
    "odds.accident": Row("Risk of an accident on the next card: {percent}%."),
}

#: What may be written in a reply instead of a letter; no two answers to one question share a word.
SAY: Words = {
    "say.explore": Row("explore"),
    "say.dig_one": Row("dig one"),
    "say.go_on": Row("continue"),
    "say.dig_on": Row("dig"),
    "say.stop": Row("stop"),
    "say.hire": Row("hire"),
    "say.decline_hire": Row("hire nobody"),
    "say.let_pass": Row("pass"),
    "say.let": Row("let it happen"),
}

WORDS: Words = {
    **GEM_NAMES,
    **MINE_NAMES,
    **CARD_NAMES,
    **PORTUGUESE,
    **DWARF_NAMES,
    **CARD_HELP,
    **STORY,
    **ENDING,
    **ASKED,
    **BRIEF,
    **LESSONS,
    **PROSPECTS,
    **DO,
    **REFUSED,
    **OPTIONS,
    **AHEAD,
    **LABELS,
    **LETTERS,
    **BOARD,
    **SAY,
}
REFUSALS = frozenset(key.removeprefix("refused.") for key in REFUSED)
