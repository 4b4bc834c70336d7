"""Every sentence of Gem Edge, one row each: present tense, name first, things as "red ×2"."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words
from games.titles.gem_edge.rules.answer_words import ANSWERS
from games.titles.gem_edge.rules.cards import ANY, ORNAMENTS, STONES
from games.titles.gem_edge.rules.labels import LABELS
from games.titles.gem_edge.rules.sentences import SENTENCES

KINDS = {
    "ring": "{} ring",
    "bracelet": "{} bracelet",
    "earrings": "{} earrings",
    "necklace": "{} necklace",
    "rainbow": "rainbow {}",
    "pair": "brooch {}",
    "trio": "pendant {}",
    "quartet": "collar {}",
    "crown": "crown {}",
}


def ornament_name(key: str) -> str:
    """Call an ornament by its kind, and its colour or the letters of its stones."""
    kind, _, what = key.partition("_")
    return KINDS[kind].format(what if ORNAMENTS[key].blue else what.upper())


STONE_NAMES: Words = {f"stone.{key}": Row(key) for key in (*STONES, ANY)}
ORNAMENT_NAMES: Words = {f"ornament.{key}": Row(ornament_name(key)) for key in ORNAMENTS}
CARD_NAMES: Words = {
    "card.swap_ornament": Row("Change of Fashion"),
    "card.swap_stone": Row("Fair Exchange"),
    "card.pry_out": Row("Pry It Out"),
    "card.three_cards": Row("Windfall"),
    "card.tip_out": Row("Tip It Out"),
    "card.pick_through": Row("Pick Through"),
    "card.pickpocket": Row("Pickpocket"),
    "card.deft_hands": Row("Deft Hands"),
    "card.not_so_fast": Row("Not So Fast!"),
    "card.me_too_take": Row("Me Too! (take)"),
    "card.me_too_insert": Row("Me Too! (insert)"),
}

#: What robots are called, and the rows with the names.
ROBOT_NAMES = {
    name.lower(): name
    for name in (
        *("Agata", "Bertil", "Carat", "Dorrit", "Emilio", "Facet"),
        *("Goldie", "Hatton", "Ilse", "Jasper", "Lunette", "Opaline"),
    )
}
DWARF_NAMES: Words = {f"dwarf.{key}": Row(name) for key, name in ROBOT_NAMES.items()}

CARD_HELP: Words = {
    "help.swap_ornament": Row(
        "Swap one of your ornaments for another player's or one of the market, both without stones. "
        "Then you can insert one stone into it."
    ),
    "help.swap_stone": Row("Swap one stone of your cart for one of another player's cart."),
    "help.pry_out": Row(
        "Take a stone from another player's unfinished ornament into your cart. That player gets 1 point."
    ),
    "help.three_cards": Row("Draw three action cards."),
    "help.tip_out": Row(
        "Send one to three stones of one cart, even your own, back up the slide. Its owner gets 1 point."
    ),
    "help.pick_through": Row(
        "Look through the first one, two or three stones: one goes back up the slide, the others into your "
        "cart or back too."
    ),
    "help.pickpocket": Row(
        "Take one or two stones from another player's cart into yours. That player gets 1 point."
    ),
    "help.deft_hands": Row("Insert one or two stones into your ornaments."),
    "help.not_so_fast": Row("Cancels the card just played, in anyone's turn. Costs no action."),
    "help.me_too_take": Row("When another player takes a stone, take one too. Costs no action."),
    "help.me_too_insert": Row("When another player inserts a stone, insert one too. Costs no action."),
}

STORY: Words = {
    "told.stone": Row("{stone}"),
    "sat_down": Row("The jewellers sit down. {first} goes first."),
    "slide_filled": Row("The slide is filled. In sight, from the mouth: {shown}."),
    "ornaments_dealt": Row("{seat} can choose from: {ornaments}."),
    "ornaments_dealt.unseen": Row("{seat} chooses three of {count} ornaments."),
    "ornaments_kept": Row("{seat} keeps {kept} and discards {discarded}."),
    "market_refilled": Row("New in the market: {ornament}."),
    "ornaments_shuffled": Row("The {count} discarded ornaments are shuffled into a new pile."),
    "cards_shuffled": Row("The {count} discarded action cards are shuffled into a new pile."),
    "turn_began": Row("Round {round}: it's {seat}'s turn."),
    "stone_taken": Row("{seat} takes a stone: {stone}."),
    "stone_taken.me_too": Row("{seat} takes a stone too: {stone}."),
    "stone_inserted": Row("{seat} inserts {stone} into: {ornament}."),
    "stone_inserted.me_too": Row("{seat} inserts a stone too, {stone} into: {ornament}."),
    "stone_discarded": Row("{seat} discards a stone: {stone}."),
    "card_drawn": Row("{seat} draws an action card: {card}."),
    "card_drawn.unseen": Row("{seat} draws an action card."),
    "card_drawn.catch_up": Row("{seat} is behind and draws an action card: {card}."),
    "card_drawn.catch_up_unseen": Row("{seat} is behind and draws an action card."),
    "dropped": Row("{seat} discards: {cards}."),
    "handed_in": Row(
        "{seat} hands in {ornaments} for {points} point.",
        "{seat} hands in {ornaments} for {points} points.",
        "points",
    ),
    "handed_in.set": Row(
        "{seat} hands in a set for {points} point: {ornaments}.",
        "{seat} hands in a set for {points} points: {ornaments}.",
        "points",
    ),
    "market_refreshed": Row("{seat} clears from the market: {discarded}."),
    "ornament_taken": Row("{seat} takes from the market: {ornament}."),
    "card_played": Row("{seat} plays {card}."),
    "card_played.target": Row("{seat} plays {card} on {target}."),
    "cancel_asked": Row("{card} can be cancelled."),
    "me_too_asked": Row("The others can copy the action."),
    "card_cancelled": Row("{seat} plays Not So Fast! and cancels {target}'s card: {card}."),
    "card_failed": Row("{seat}'s card has no effect: {card}."),
    "ornaments_swapped": Row("{seat} gives {given} to {other} and gets {taken}."),
    "ornaments_swapped.market": Row("{seat} swaps {given} for {taken} from the market."),
    "insert_declined": Row("{seat} doesn't insert a stone."),
    "stones_swapped": Row("{seat} gives {other} {given} and gets {taken}."),
    "stone_pried_out": Row("{seat} pries a stone out of {victim}'s {ornament}: {stone}."),
    "tipped_out": Row("{seat} tips out {victim}'s cart: {stones}."),
    "tipped_out.own": Row("{seat} tips out their own cart: {stones}."),
    "picked_through": Row("{seat} keeps {kept} and sends back up the slide: {back}."),
    "picked_through.nothing": Row("{seat} sends back up the slide: {back}."),
    "pocket_picked": Row("{seat} takes from {victim}'s cart: {stones}."),
    "compensated": Row("{seat} gets {points} point for it.", "{seat} gets {points} points for it.", "points"),
    "match_ended.goal": Row("20 points are reached, and the match is over."),
    "match_ended.rounds": Row("The last round is over. Time to count the points!"),
    "topic.stones": Row("Stones"),
    "topic.cards": Row("Action cards"),
    "topic.ornaments": Row("Ornaments"),
    "topic.points": Row("Points"),
}

#: Who won and why, and the moments that turned the match.
ENDING: Words = {
    "ended.goal.won": Row("{winner} wins the race, {points} points to {other}."),
    "ended.goal.alone": Row("{winner} wins the race with {points} points."),
    "ended.goal.tie": Row("{winner} wins the race: both have {points} points."),
    "ended.goal.shared": Row("The race is shared by {winners}: {points} points each."),
    "ended.rounds.won": Row("After the last round {winner} is ahead, {points} points to {other}."),
    "ended.rounds.alone": Row("After the last round {winner} wins with {points} points."),
    "ended.rounds.tie": Row("After the last round {winner} is ahead: both have {points} points."),
    "ended.rounds.shared": Row("After the last round the win is shared by {winners}: {points} points each."),
    "moment.set": Row(
        "{seat} hands in a set for {points} point.", "{seat} hands in a set for {points} points.", "points"
    ),
    "moment.piece": Row(
        "{seat} hands in an ornament for {points} point.",
        "{seat} hands in an ornament for {points} points.",
        "points",
    ),
    "moment.gift": Row("A card played by another player gives {seat} the winning point."),
    "moment.theft": Row(
        "{seat} takes {count} stone from {victim}'s cart.",
        "{seat} takes {count} stones from {victim}'s cart.",
        "count",
    ),
    "moment.duel": Row("{seat} cancels {target}'s Not So Fast! with another one."),
    "named.set": Row("The best set"),
    "named.set.mine": Row("Your best set"),
    "named.piece": Row("The finest piece"),
    "named.piece.mine": Row("Your finest piece"),
    "named.gift": Row("The gift that decided"),
    "named.gift.mine": Row("Your gift that decided"),
    "named.theft": Row("The biggest theft"),
    "named.theft.mine": Row("Your biggest theft"),
    "named.duel": Row("The fiercest duel"),
    "named.duel.mine": Row("Your fiercest duel"),
}

ASKED: Words = {
    "asked.keep": Row("Which three ornaments do you keep? The others choose in secret too."),
    "asked.act": Row("It's your turn: what do you do?"),
    "asked.hand_in": Row("Both actions are done: what do you hand in?"),
    "asked.market": Row("Which ornament do you take from the market?"),
    "asked.drop": Row("You have more than four action cards: which do you discard?"),
    "asked.swapped": Row("Insert a stone into your new ornament?"),
    "asked.cancel": Row("Cancel the card just played?"),
    "asked.me_too": Row("Copy the action? The others decide in secret too."),
    "asked.reflex": Row("Checking your standing orders."),
    "asked.go_on": Row("Continue."),
}

BRIEF: Words = {
    "brief.1": Row("Take stones from the slide and insert them into your ornaments, two actions a turn."),
    "brief.2": Row("Hand in finished ornaments for points; blue ones of one colour are worth more together."),
    "brief.3": Row("Action cards steal, swap, cancel and copy. The first to reach 20 points wins."),
}

LESSONS: Words = {
    "lesson.keep": Row(
        "Ornaments bring your points: each shows how many, and which stones it wants. Keep three; those "
        "with few places are finished soon."
    ),
    "lesson.take": Row(
        "You have two actions a turn. Take the stone at the mouth of the slide, now {stone}: your cart "
        "holds three."
    ),
    "lesson.insert": Row(
        "A stone in your cart fits into one of your ornaments. Once all its places are filled, you can "
        "hand it in."
    ),
    "lesson.last_place": Row("One of your ornaments has just one open place. Fill it, and it is finished."),
    "lesson.hand_in": Row(
        "An ornament is finished: hand it in for its points. With a blue back it could also wait for "
        "others of its colour, as two or three together score more."
    ),
    "lesson.market": Row("Choose a new ornament in its place. The slide shows which stones come next."),
    "lesson.draw": Row("No stone in sight helps you now. An action card may help later."),
    "lesson.card": Row("One of your action cards helps you now. Playing it is one action."),
    "lesson.cancel": Row(
        "{seat} plays a card on you: “{card}”. You are asked even if you can't cancel it, so nobody learns "
        "anything."
    ),
    "lesson.end": Row(
        "You have {points} point, and 20 win the race. The others see your ornaments and play cards "
        "against you, so watch theirs.",
        "You have {points} points, and 20 win the race. The others see your ornaments and play cards "
        "against you, so watch theirs.",
        "points",
    ),
}

PROSPECTS: Words = {
    "stakes.attack": Row("{seat} plays {card} on you."),
    "stakes.rival": Row(
        "{seat} needs {count} more point to win.", "{seat} needs {count} more points to win.", "count"
    ),
    "suggested.not_so_fast": Row("“{card}” can cancel more than attacks on you: set a standing order"),
    "suggested.me_too_take": Row("“{card}” needs a standing order to be played: set one"),
    "suggested.me_too_insert": Row("“{card}” needs a standing order to be played: set one"),
    "prospect.take": Row("Take: {stone} fits into {ornament}."),
    "prospect.take.idle": Row("Take: {stone} fits nowhere now."),
    "prospect.finish": Row(
        "Insert {stone}: finishes {ornament}, worth {points} point.",
        "Insert {stone}: finishes {ornament}, worth {points} points.",
        "points",
    ),
    "prospect.hand_in": Row("Hand in for {points}: your score would be {total}."),
    "prospect.hand_in.set": Row("Hand in the set for {points}: your score would be {total}."),
    "prospect.hand_in.cards": Row(
        "Hand in for {points}: your score would be {total}, and the others draw {cards} action card.",
        "Hand in for {points}: your score would be {total}, and the others draw {cards} action cards.",
        "cards",
    ),
    "prospect.hand_in.wins": Row("Hand in for {points}: your score would be {total}, and you win."),
    "prospect.choose": Row(
        "{ornament}: {points} point for {places} stones.",
        "{ornament}: {points} points for {places} stones.",
        "points",
    ),
    "reckon.insert": Row(
        "{ornament} would have {count} place left.", "{ornament} would have {count} places left.", "count"
    ),
}

DO: Words = {
    "do.keep": Row("Keep these ornaments"),
    "do.take": Row("Take a stone"),
    "do.insert": Row("Insert a stone"),
    "do.discard": Row("Discard a stone"),
    "do.draw": Row("Draw an action card"),
    "do.take_two": Row("Whole turn: take two stones"),
    "do.take_and_insert": Row("Whole turn: take a stone, then insert"),
    "do.insert_and_take": Row("Whole turn: insert, then take a stone"),
    "do.insert_two": Row("Whole turn: insert two stones"),
    "do.discard_and_take": Row("Whole turn: discard, then take a stone"),
    "do.draw_two": Row("Whole turn: draw two action cards"),
    "do.hand_in": Row("Hand in"),
    "do.end_turn": Row("End my turn"),
    "do.refresh": Row("Clear ornaments from the market first"),
    "do.choose": Row("Take from the market"),
    "do.drop": Row("Discard cards"),
    "do.swap_ornament": Row("Play Change of Fashion"),
    "do.swap_stone": Row("Play Fair Exchange"),
    "do.pry_out": Row("Play Pry It Out"),
    "do.three_cards": Row("Play Windfall"),
    "do.tip_out": Row("Play Tip It Out"),
    "do.pick_through": Row("Play Pick Through"),
    "do.pickpocket": Row("Play Pickpocket"),
    "do.deft_hands": Row("Play Deft Hands"),
    "do.insert_now": Row("Insert a stone now"),
    "do.insert_nothing": Row("Don't insert a stone"),
    "do.not_so_fast": Row("Play Not So Fast!"),
    "do.not_so_fast_if_held": Row("Play Not So Fast! if I have it"),
    "do.me_too_take": Row("Play Me Too! and take a stone"),
    "do.me_too_take_if_held": Row("Play Me Too! and take a stone, if I have it"),
    "do.me_too_insert": Row("Play Me Too! and insert a stone"),
    "do.me_too_insert_if_held": Row("Play Me Too! and insert a stone, if I have it"),
    "do.let_pass": Row("Let it happen"),
    "do.go_on": Row("Continue"),
    "field.ornaments": Row("Ornaments"),
    "field.ornament": Row("Ornament"),
    "field.ornament_2": Row("Second ornament"),
    "field.stone": Row("Stone"),
    "field.stone_2": Row("Second stone"),
    "field.stones": Row("Stones"),
    "field.new": Row("From the market"),
    "field.cards": Row("Cards"),
    "field.give": Row("Give"),
    "field.take": Row("Take"),
    "field.target": Row("Player"),
    "field.keep": Row("Keep"),
    "field.back": Row("Back up the slide, in this order"),
    "field.colours": Row("Colours at the mouth"),
}

REFUSED: Words = {
    "refused.not_in_hand": Row("That card isn't in your hand: {card}."),
    "refused.cart_full": Row("Your cart has no room for that."),
    "refused.mine_empty": Row("There are no stones on the slide."),
    "refused.not_in_cart": Row("That stone isn't in the cart: {stone}."),
    "refused.no_place": Row("That stone doesn't fit there: {stone}."),
    "refused.no_cards": Row("There are no action cards to draw."),
    "refused.not_finished": Row("Those ornaments can't be handed in together now."),
    "refused.not_in_market": Row("The market doesn't have that ornament."),
    "refused.must_hand_in": Row(
        "An ornament with a brown back must be handed in on the turn it is finished."
    ),
    "refused.too_late": Row("The market can't be cleared any more."),
    "refused.answer_first": Row("Answer the other question first."),
    "refused.not_swappable": Row("Only ornaments without stones can be swapped."),
    "refused.no_need": Row("That would change nothing."),
}

OPTIONS: Words = {
    "option.windows": Row(
        "Who is asked about cards. Light: only the player attacked; everything else by standing order. "
        "Full: everyone, every time, best for tables that play together."
    ),
    "option.windows.light": Row("light"),
    "option.windows.full": Row("full"),
    "option.rounds": Row("The match ends after this many rounds if no one has 20 points."),
    "option.head_start": Row(
        "What the later half of the seats begins with, to make up for going later: nothing, a second stone, "
        "or a second action card."
    ),
    "option.head_start.none": Row("nothing"),
    "option.head_start.stone": Row("a second stone"),
    "option.head_start.card": Row("a second action card"),
    "option.ornament_points": Row("Your own points for each ornament, in place of our estimate."),
    "option.set_bonus": Row("Your own bonus for sets of two and three, in place of our estimate."),
    "option.action_cards": Row("Your own list of the 40 action cards, in place of our estimate."),
    "robot.jeweller": Row("a jeweller who plans ahead"),
    "robot.random": Row("an apprentice who plays any legal move"),
}

AHEAD: Words = {
    "ahead.attacked": Row("Your plan will stop: someone has played a card against you."),
    "ahead.finished": Row("Your plan will stop: an ornament is finished."),
    "ahead.rival": Row("Your plan will stop: another player is close to winning."),
    "stopped.attacked": Row("someone has played a card against you"),
    "stopped.finished": Row("an ornament is finished"),
    "stopped.rival": Row("another player is close to winning"),
    "stopped.spent": Row("none of its steps is possible now"),
    "further.attacked": Row("Keep going, even if someone plays a card against me."),
    "further.finished": Row("Keep going, and hand in what is finished."),
    "further.rival": Row("Keep going to the end of the match."),
    "plan.careful": Row("Careful: insert, take, draw; ask when an ornament is finished or you are attacked."),
    "plan.steady": Row("Steady: play useful cards, insert, take; ask when another player has 15 points."),
    "plan.collector": Row("Collector: the same, but keep blue ornaments for sets of two, and don't ask."),
}

LETTERS: Words = {
    "letter.red": Row("R"),
    "letter.green": Row("G"),
    "letter.yellow": Row("Y"),
    "letter.blue": Row("B"),
    "letter.any": Row("*"),
}

BOARD: Words = {
    "board.slide": Row("The slide, from the mouth"),
    "board.behind": Row("{count} more stone behind", "{count} more stones behind", "count"),
    "board.on_market": Row("Market: {ornament}"),
    "board.points": Row("{count} point", "{count} points", "count"),
    "board.finished": Row("finished"),
    "board.jeweller": Row("{seat}"),
    "board.score": Row("{count} point", "{count} points", "count"),
    "board.cards": Row("{count} card in hand", "{count} cards in hand", "count"),
    "board.ornament": Row("{owner}: {ornament}"),
    **{f"socket.{key}": Row(f"{key} (set)") for key in STONES},
    "board.dealt": Row("Choose three of"),
    "board.hand": Row("Your hand"),
    "board.held": Row("{cards}"),
    "odds.slide": Row("Nearest stones, counted from the mouth of the slide: {stones}."),
    "odds.next": Row("{stone} {count}"),
    "odds.out_of_sight": Row("{stone} none in sight"),
}

#: What may be written in a reply instead of a letter; no two answers to one question share a word.
SAY: Words = {
    "say.take": Row("take"),
    "say.draw": Row("draw"),
    "say.take_two": Row("take two"),
    "say.draw_two": Row("draw two"),
    "say.end_turn": Row("end"),
    "say.insert_nothing": Row("insert nothing"),
    "say.not_so_fast": Row("cancel"),
    "say.not_so_fast_if_held": Row("cancel if held"),
    "say.let_pass": Row("pass"),
    "say.three_cards": Row("windfall"),
}

WORDS: Words = {
    **STONE_NAMES,
    **ORNAMENT_NAMES,
    **CARD_NAMES,
    **DWARF_NAMES,
    **CARD_HELP,
    **STORY,
    **ENDING,
    **ASKED,
    **BRIEF,
    **LESSONS,
    **PROSPECTS,
    **DO,
    **ANSWERS,
    **REFUSED,
    **OPTIONS,
    **AHEAD,
    **LABELS,
    **SENTENCES,
    **LETTERS,
    **BOARD,
    **SAY,
}
REFUSALS = frozenset(key.removeprefix("refused.") for key in REFUSED)
