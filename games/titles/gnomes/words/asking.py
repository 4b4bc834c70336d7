"""Questions and answers: what is asked, what can be done, and what is refused."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words

ASKED: Words = {
    "asked.act": Row("It's your turn: play cards, place and move dwarves, then let them work."),
    "asked.work": Row("Which card works next?"),
    "asked.discard": Row("You have more than nine cards: discard gems or ogres."),
    "asked.show": Row("You can show your secret goal as soon as it is met."),
    "asked.go_on": Row("Continue."),
}
BRIEF: Words = {
    "brief.1": Row("Build a shared land of mines, houses and castles, and send dwarves to work on any card."),
    "brief.2": Row("Gems buy trade goals in a shop. Walls decide whose kingdom a card is in."),
    "brief.3": Row("Three goals end the match. Goals, gems, monsters and your kingdom count."),
}
DO: Words = {
    "do.play_kingdom": Row("Play a kingdom card"),
    "do.place_dwarf": Row("Place a dwarf"),
    "do.move_dwarf": Row("Move a dwarf"),
    "do.bounce": Row("Play a bouncer"),
    "do.shove": Row("Play a shover"),
    "do.steal_gem": Row("Play a thief"),
    "do.steal_ogre": Row("Play a cardsharp"),
    "do.swap": Row("Play a changer"),
    "do.show_goal": Row("Show my secret goal"),
    "do.done": Row("End my actions and start the work"),
    "do.finish_turn": Row("Finish the turn: all work goes by itself"),
    "do.take_turn": Row("Whole turn"),
    "do.take_turn.work": Row("Whole turn: work all I can"),
    "do.take_turn.build": Row("Whole turn: build, then work"),
    "do.take_turn.hunt": Row("Whole turn: gather around a monster"),
    "do.take_turn.trade": Row("Whole turn: head for a trade goal"),
    "do.take_turn.dig": Row("Whole turn: gather in my castle"),
    "do.take_turn.aim.steps": Row("Whole turn: {aim}"),
    "do.play_kingdom.card.place": Row("Play {card} at {place}"),
    "do.play_kingdom.card.place.turn": Row("Play {card} at {place}, {turn}"),
    "do.bounce.rival.place.count": Row("Bouncer: send dwarves home from {place} ({rival} ×{count})"),
    "do.shove.owner.way": Row("Shover: move a dwarf {way} ({owner})"),
    "do.steal_gem.rival": Row("Thief: take a gem from {rival}"),
    "do.steal_ogre.rival": Row("Cardsharp: take an ogre from {rival}"),
    "do.swap.first.second.way": Row("Changer: swap two dwarves, {way} ({first}, {second})"),
    "do.buy.place.goal": Row("Buy at {place}: {goal}"),
    "do.dig.place.stack": Row("Dig from {place}: the stack at {stack}"),
    "do.work": Row("Work"),
    "do.dig": Row("Dig"),
    "do.buy": Row("Buy"),
    "do.rest": Row("Send the dwarves home with nothing"),
    "do.discard": Row("Discard"),
    "do.discard_cheapest": Row("Discard the cheapest cards"),
    "do.go_on": Row("Continue"),
    "help.shove": Row("Then you can move another dwarf with the same ogre."),
    "help.finish_turn": Row(
        "Shops buy the most valuable goal you can afford, castles dig nothing, and surplus cards go, "
        "cheapest first."
    ),
    "help.done": Row("You choose what to dig, what to buy, and the order."),
    "field.card": Row("Card"),
    "field.place": Row("Place"),
    "field.turn": Row("Turned"),
    "field.way": Row("From and to"),
    "field.rival": Row("Rival"),
    "field.owner": Row("Dwarf of"),
    "field.first": Row("Dwarf of"),
    "field.second": Row("And of"),
    "field.count": Row("Dwarves"),
    "field.aim": Row("Aim"),
    "field.steps": Row("Steps"),
    "field.stack": Row("Stack"),
    "field.goal": Row("Trade goal"),
    "field.cards": Row("Cards"),
}
REFUSED: Words = {
    "refused.no_actions": Row("You have no actions left this turn."),
    "refused.not_in_hand": Row("That card isn't in your hand: {card}."),
    "refused.not_there": Row("That can't be done at {place}."),
    "refused.no_dwarf": Row("There is no dwarf to take for {place}."),
    "refused.no_slot": Row("There is no free slot at {place}."),
    "refused.no_way": Row("There is no way to {place}: it isn't next to that card, or a wall is between."),
    "refused.nothing_there": Row("There is nothing to take."),
    "refused.not_met": Row("Your secret goal isn't met now."),
    "refused.empty_table": Row("Play a kingdom card first: the table is empty."),
    "refused.no_work": Row("That can't be worked in this way now: {place}."),
    "refused.cannot_pay": Row("You don't have the gems for that goal."),
}
OPTIONS: Words = {
    "option.rounds": Row("After how many rounds the match is counted, if it isn't over by then."),
    "option.first_player": Row("Who goes first: drawn at random, or the seat you choose."),
    "option.first_player.random": Row("drawn at random"),
    "option.first_player.0": Row("seat 1, the host"),
    "option.first_player.1": Row("seat 2"),
    "option.first_player.2": Row("seat 3"),
    "option.first_player.3": Row("seat 4"),
    "option.seating": Row("Seating order: shuffled, or in the order people joined."),
    "option.seating.shuffled": Row("shuffled"),
    "option.seating.fixed": Row("in the order people joined"),
    "option.head_start": Row(
        "What makes up for going later: nothing, as many turns as the first player has, "
        "or that and a gem to begin with: an emerald for a fourth seat, a topaz for the others."
    ),
    "option.head_start.none": Row("nothing"),
    "option.head_start.turns": Row("as many turns"),
    "option.head_start.gems": Row("as many turns, and a gem"),
    "option.needs": Row("Your own numbers of dwarves that cards need, in place of our estimate."),
    "option.slots": Row("Your own numbers of slots on cards, in place of our estimate."),
    "option.stars": Row("Your own stars of cards, in place of our estimate."),
    "option.walls": Row("Your own walls of cards, as sides N, E, S and W, in place of our estimate."),
    "option.gem_cards": Row("Your own list of the 34 gem cards, in place of our estimate."),
    "option.gem_points": Row("Your own points for gems, in place of our estimate."),
    "option.trade_goals": Row("Your own ten trade goals, in place of our estimate."),
    "option.ogre_cards": Row("Your own list of the 13 ogres, in place of our estimate."),
    "robot.steward": Row("a steward who weighs every aim"),
    "robot.random": Row("an apprentice who plays any legal move"),
}
AHEAD: Words = {
    "ahead.crowded": Row("Your plan will stop: a rival came to a place it names."),
    "ahead.ogre": Row("Your plan will stop: an ogre was played on you."),
    "ahead.goal": Row("Your plan will stop: a rival has met a second goal."),
    "stopped.crowded": Row("a rival came to a place your plan names"),
    "stopped.ogre": Row("an ogre was played on you"),
    "stopped.goal": Row("a rival has met a second goal"),
    "stopped.begun": Row("you have begun your turn in another way"),
    "stopped.void": Row("its next step can't be made"),
    "stopped.rest": Row("it leaves the rest of the turn to you"),
    "stopped.nothing": Row("there is nothing it could do"),
    "further": Row("Continue my plan anyway."),
    "further.void": Row("Drop the steps of my plan, and work what I can."),
    "plan.trader": Row("Trader: head for trade goals; ask me once a rival has met two goals."),
    "plan.builder": Row(
        "Builder: build beside my kingdom, then trade; ask me once a rival has met two goals."
    ),
    "plan.steward": Row("Steward: the robot plays my turns."),
}
#: What may be written in a reply instead of a letter; no two answers to one question share a word.
SAY: Words = {
    "say.done": Row("done"),
    "say.finish_turn": Row("finish"),
    "say.show_goal": Row("show goal"),
    "say.discard_cheapest": Row("discard cheapest"),
}
