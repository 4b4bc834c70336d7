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
        "Laid down with your stop. Name crystals in order of preference, even some you don't have yet: "
        "in the end the first column you have of them goes under the chest."
    ),
    "help.hand_it_over": Row("The last mine card of the line comes to you."),
    "help.stop_stop_stop": Row("The digging is over at once; its player collects the line."),
    "help.may_i_help": Row("You draw two mine cards, keep one and lay the other at the end of the line."),
    "help.little_present": Row(
        "Lies in the line: the next unstable crystal or the next present brings it down."
    ),
    "help.yours_no_more": Row("Take a whole column, or any two open cards, from the player who digs."),
    "help.no_chance": Row("Cancels any attack on you."),
    "help.over_my_dead_body": Row("Nothing is stolen from you, and you take an open card from the thief."),
    "help.get_lost": Row("The present goes back and waits for the next line of the player who sent it."),
}

STORY: Words = {
    "sat_down": Row("The dwarves sit down round the table."),
    "helpers_dealt": Row("{seat} gets {cards} as helpers."),
    "helpers_dealt.unseen": Row("{seat} gets {count} helper.", "{seat} gets {count} helpers.", "count"),
    "hire_offered.shuffled": Row("The used helpers become the new pile: cards ×{shuffled}."),
    "turn_began": Row("{seat} has the turn."),
    "column_protected": Row("{seat} protects a column: {crystal} ×{count}."),
    "column_protected.by_card": Row("{seat} lays What a Beauty! and protects a column: {crystal} ×{count}."),
    "explore_announced": Row("{seat} explores."),
    "explore_announced.brief": Row("{seat} explores for one card."),
    "explore_announced.presents": Row("{seat} explores; presents lie in the line: {presents}."),
    "explore_announced.brief_presents": Row(
        "{seat} explores for one card; presents lie in the line: {presents}."
    ),
    "card_laid": Row("{seat} digs up: {card}."),
    "hired": Row("{seat} hires {helper} and gives {card} away."),
    "hired.unseen": Row("{seat} gives {card} away and hires a helper."),
    "hire_declined": Row("{seat} hires nobody."),
    "window_opened": Row("The others may attack."),
    "attack_played": Row("{seat} plays {card} on {target}."),
    "attack_played.column": Row("{seat} plays {card} on {target} and names the column of {column}."),
    "attack_played.gems": Row("{seat} plays {card} on {target} and names: {gems}."),
    "defence_asked": Row("{seat} may answer {card} with a card."),
    "duel_asked": Row("{seat} may send the present back once more."),
    "let_happen": Row("{seat} lets it happen."),
    "defended": Row("{seat} plays {card} in answer."),
    "taken_back": Row("{seat} takes from {thief}: {crystal}."),
    "taken_back.nothing": Row("{thief} has nothing in front to give to {seat}."),
    "present_returned": Row("The present waits for the next line of {seat}."),
    "present_laid": Row("A present lies in the line of {seat}."),
    "card_handed_over": Row("{thief} gets from the line of {seat}: {card}."),
    "digging_stopped": Row("The digging of {seat} is over."),
    "help_drawn": Row("{seat} draws: {cards}."),
    "help_drawn.unseen": Row("{seat} draws {count} card.", "{seat} draws {count} cards.", "count"),
    "helped": Row("{seat} keeps {kept} and lays {laid}."),
    "helped.kept": Row("{seat} keeps {kept}."),
    "helped.laid": Row("{seat} lays {laid}."),
    "column_stolen": Row("{thief} takes from {victim}: {gems}."),
    "stopped": Row("{seat} stops."),
    "stopped.beauty": Row("{seat} stops and lays down What a Beauty! ×{copies} unseen, for: {columns}."),
    "accident_happened": Row("{seat} has an accident. Lost: {lost}."),
    "accident_happened.empty": Row("{seat} has an accident before anything is dug."),
    "line_collected": Row("{seat} collects the line: {cards}."),
    "line_collected.empty": Row("{seat} collects nothing: the line is empty."),
    "match_ended": Row("The mine is empty; the crystals are counted."),
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
}

ASKED: Words = {
    "asked.turn": Row("It is your turn: explore, or protect a column."),
    "asked.go_on": Row("Go on as announced."),
    "asked.dig": Row("Dig on, or stop and collect the line?"),
    "asked.hire": Row("Give the last card away for a helper?"),
    "asked.ambush": Row("Your ambushes are looked at."),
    "asked.attack": Row("Do you attack whoever digs? The others answer in secret too."),
    "asked.help": Row("Which card do you keep? The other goes to the end of the line."),
    "asked.defend": Row("You are attacked: answer with a card, or let it happen."),
    "asked.get_lost": Row("The present comes to you: send it back, or let it happen."),
}

PROSPECTS: Words = {
    "prospect.protect": Row("Protect {crystal} ×{count}: worth {points}, and safe for good."),
    "prospect.explore.doomed": Row("Explore: two presents wait for you, so it is an accident at once."),
    "prospect.explore.present": Row(
        "Explore: the present that waits lies in your line, and the first card brings an accident with a "
        "chance of {percent}%."
    ),
    "prospect.dig_on": Row(
        "Dig on: {percent}% for an accident that loses the line, worth {worth}; any other card adds about "
        "{average}."
    ),
    "prospect.stop": Row(
        "Stop: unless the others attack, the line is yours, worth {worth}. Your points then: {points}."
    ),
    "prospect.hire": Row("Hire a helper: {card} leaves the game, and the line is worth {worth}."),
    "prospect.decline_hire": Row("Hire nobody: the line stays worth {worth}."),
    "prospect.keep": Row("{kept} for you, {laid} for the line, which holds. Your points then: {points}."),
    "prospect.keep.accident": Row(
        "{kept} for you, {laid} for the line, which gives way: an accident. Your points then: {points}."
    ),
    "prospect.keep_only": Row("{kept} for you. Your points then: {points}."),
}

DO: Words = {
    "do.explore": Row("Explore"),
    "do.dig_one": Row("Explore, dig one card and stop; hire nobody with it"),
    "do.protect": Row("Protect a column"),
    "do.go_on": Row("Go on"),
    "do.dig_on": Row("Dig on"),
    "do.stop": Row("Stop"),
    "do.stop_and_protect": Row("Stop, and lay down What a Beauty!"),
    "do.hire": Row("Hire a helper"),
    "do.decline_hire": Row("Hire nobody"),
    "do.attack": Row("Attack"),
    "do.attack_if_held": Row("Attack if I hold it"),
    "do.let_pass": Row("Attack nobody"),
    "do.defend": Row("Answer"),
    "do.defend_if_held": Row("Answer if I hold it"),
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
    "refused.no_column": Row("There is no such column in front of you."),
    "refused.no_need": Row("That card finds nothing to do now: {card}."),
    "refused.no_answer": Row("That card is no answer to this: {card}."),
}

OPTIONS: Words = {
    "option.windows": Row(
        "When the others may attack. Light: asked when somebody stops, by ambush before. Full: at any moment."
    ),
    "option.windows.light": Row("light"),
    "option.windows.full": Row("full"),
    "option.first_player": Row("Who begins: drawn at random, or the seat of that number."),
    "option.first_player.random": Row("drawn at random"),
    "option.first_player.0": Row("seat 1: whoever opens the table"),
    "option.first_player.1": Row("seat 2"),
    "option.first_player.2": Row("seat 3"),
    "option.first_player.3": Row("seat 4"),
    "option.seating": Row("The order round the table: shuffled, or as people joined."),
    "option.seating.shuffled": Row("shuffled"),
    "option.seating.fixed": Row("as people joined"),
    "robot.prospector": Row("a prospector who weighs the risk"),
    "robot.random": Row("a greenhorn who does anything that is allowed"),
    "option.mine_cards": Row("The 72 mine cards, if not those that were worked out here (reconstructed)."),
    "option.crystal_values": Row("What the crystals count, if not what was worked out here (reconstructed)."),
    "option.helper_cards": Row("The 38 helpers, if not those that were worked out here (reconstructed)."),
}

AHEAD: Words = {
    "ahead.presents": Row("Your plan will stop: two presents wait for your next line."),
    "plan.careful": Row("Careful: dig to two cards, worth 6 or a risk over 20%."),
    "plan.steady": Row("Steady: dig to worth 9 or a risk over 33%."),
    "plan.bold": Row("Bold: dig to worth 14 or a risk over 50%; lay down What a Beauty!"),
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
    "board.line": Row("The line of {seat}"),
    "board.worth": Row("worth {worth}"),
    "board.mine": Row("{count} card left in the mine", "{count} cards left in the mine", "count"),
    "board.miner": Row("{seat}"),
    "board.helpers": Row("{count} helper in hand", "{count} helpers in hand", "count"),
    "board.in_chest": Row("{count} card under the chest", "{count} cards under the chest", "count"),
    "board.chest_open": Row("under the chest: {gems}"),
    "board.presents": Row(
        "{count} present waits for the next line", "{count} presents wait for the next line", "count"
    ),
    "board.chest": Row("Under your chest"),
    "board.hand": Row("Your hand"),
    "board.held": Row("{cards}"),
    "odds.accident": Row("The next card brings an accident with a chance of {percent}%."),
}

#: What may be written in a reply instead of a letter; no two answers to one question share a word.
SAY: Words = {
    "say.explore": Row("explore"),
    "say.dig_one": Row("dig one"),
    "say.go_on": Row("go on"),
    "say.dig_on": Row("dig on"),
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
