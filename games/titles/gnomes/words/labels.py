"""Labels of what a page shows: the view, the result, orders and plans, with a sentence where it helps."""

from __future__ import annotations

from games.rules.kernel.messages import Contexts, Row, Words
from games.titles.gnomes.rules.options import Options

VIEW: Words = {
    "view.sight.order": Row("Turn order"),
    "view.sight.active": Row("Whose turn it is"),
    "view.sight.round": Row("Round"),
    "view.sight.round.0": Row("not begun"),
    "view.sight.rounds": Row("Rounds at most"),
    "view.sight.part": Row("Part of the turn"),
    "view.sight.part.act": Row("actions"),
    "view.sight.part.work": Row("work"),
    "view.sight.part.discard": Row("hand limit"),
    "view.sight.actions": Row("Actions made"),
    "view.sight.actions_left": Row("Actions left"),
    "view.sight.last_turns": Row("Last turns to come"),
    "view.sight.places": Row("The land"),
    "view.sight.areas": Row("Kingdoms and other areas"),
    "view.sight.edge": Row("Where a card can be built"),
    "view.sight.players": Row("Players"),
    "view.sight.piles": Row("Gems left"),
    "view.sight.goals": Row("Open trade goals"),
    "view.sight.goals_left": Row("Trade goals in the pile"),
    "view.sight.ogres_left": Row("Ogres in the pile"),
    "view.sight.used": Row("Used ogres"),
    "view.sight.stepped": Row("A step was made this turn"),
    "view.sight.shoved": Row("Shoved first"),
    "view.sight.worked": Row("Worked this turn"),
    "view.sight.tables": Row("The cards of this match"),
    "view.place_seen.place": Row("Place"),
    "view.place_seen.x": Row("East"),
    "view.place_seen.y": Row("North"),
    "view.place_seen.cards": Row("Cards, from top to bottom"),
    "view.place_seen.need": Row("Dwarves needed"),
    "view.place_seen.slots": Row("Slots"),
    "view.place_seen.star": Row("Stars"),
    "view.place_seen.dwarves": Row("Dwarves"),
    "view.place_seen.area": Row("Area"),
    "view.place_seen.worked": Row("Worked this turn"),
    "view.card_seen.card": Row("Card"),
    "view.card_seen.owner": Row("Played by"),
    "view.card_seen.turn": Row("Quarter turns"),
    "view.card_seen.walls": Row("Walls"),
    "view.area_seen.number": Row("Area"),
    "view.area_seen.places": Row("Places"),
    "view.area_seen.castles": Row("Castles of"),
    "view.area_seen.worth": Row("Stars"),
    "view.area_seen.dragon": Row("A dragon is here"),
    "view.area_seen.giant": Row("An ice giant is here"),
    "view.goal_seen.goal": Row("Trade goal"),
    "view.goal_seen.cost": Row("Costs"),
    "view.goal_seen.points": Row("Points"),
    "view.player.supply": Row("Dwarves at home"),
    "view.player.on_cards": Row("Dwarves on cards"),
    "view.player.kingdom": Row("Kingdom cards in hand"),
    "view.player.gems": Row("Gems"),
    "view.player.gem_count": Row("Gems in hand"),
    "view.player.sure": Row("Gems everyone knows of"),
    "view.player.ogres": Row("Ogres"),
    "view.player.ogre_count": Row("Ogres in hand"),
    "view.player.secret": Row("Secret goal"),
    "view.player.shown": Row("Secret goal shown"),
    "view.player.bought": Row("Trade goals bought"),
    "view.player.slain": Row("Monsters slain"),
    "view.player.castle": Row("Castle at"),
    "view.player.area": Row("Kingdom"),
    "view.player.worth": Row("Stars of the kingdom"),
    "view.shoved.owner": Row("Dwarf of"),
    "view.shoved.place": Row("Now at"),
    "view.tables.kingdom": Row("Kingdom cards"),
    "view.tables.gems": Row("Gem cards"),
    "view.tables.points": Row("Points of gems"),
    "view.tables.points.each": Row("{thing} {number}"),
    "view.tables.goals": Row("Points of trade goals"),
    "view.tables.goals.each": Row("{thing} {number}"),
    "view.tables.ogres": Row("Ogres"),
    "view.kingdom.pile": Row("Pile type"),
    "view.kingdom.pile.none": Row("none"),
    "view.kingdom.pile.mine": Row("mine"),
    "view.kingdom.pile.house": Row("house"),
    "view.kingdom.need": Row("Dwarves needed"),
    "view.kingdom.slots": Row("Slots"),
    "view.kingdom.work": Row("Work"),
    "view.kingdom.work.dig": Row("dig"),
    "view.kingdom.work.gem": Row("mine gems"),
    "view.kingdom.work.hire": Row("hire an ogre"),
    "view.kingdom.work.trade": Row("buy a trade goal"),
    "view.kingdom.work.slay": Row("slay the monster"),
    "view.kingdom.star": Row("Stars"),
    "view.kingdom.walls": Row("Walls before turning"),
    "view.kingdom.gem": Row("Gem"),
    "view.kingdom.gives": Row("Gems for each work"),
}

#: Which figures of a match are nobody's but ours, by the option that puts others in their place: the rows
#: that say so, which are also contexts of its words.
OURS = {
    option: f"reconstructed.{option}"
    for option in ("slots", "stars", "walls", "gem_cards", "gem_points", "trade_goals", "ogre_cards")
}


def contexts(options: Options) -> Contexts:
    """List the contexts of the reconstructed figures: those that no option replaces."""
    return [context for option, context in OURS.items() if not getattr(options, option)]


RECONSTRUCTED: Words = {
    "reconstructed.label": Row("Reconstructed"),
    OURS["slots"]: Row("the slots of most cards"),
    OURS["stars"]: Row("the stars of kingdom cards"),
    OURS["walls"]: Row("where kingdom cards have walls"),
    OURS["gem_cards"]: Row("how many gem cards there are of each kind"),
    OURS["gem_points"]: Row("what gems count"),
    OURS["trade_goals"]: Row("what trade goals cost and count, and most secret goals"),
    OURS["ogre_cards"]: Row("what ogres do, and how many there are of each"),
}

RESULT: Words = {
    "result.points": Row("{points} point", "{points} points", "points"),
    "result.tie": Row("Ties go to the player with the larger kingdom, then with more dwarves on cards."),
    "result.goals": Row("trade goals"),
    "result.secret": Row("secret goal"),
    "result.monsters": Row("monsters"),
    "result.gems": Row("gems"),
    "result.kingdom": Row("kingdom"),
    "result.size": Row("cards in the kingdom"),
    "result.dwarves": Row("dwarves on cards"),
}

ORDERS: Words = {
    "order.plan": Row("My own plan"),
    "help.order.plan": Row(
        "On your turn, it makes its steps one after the other, then does the rest as set. It asks you if a "
        "step can't be made."
    ),
    "order.show": Row("My secret goal"),
    "help.order.show": Row(
        "Checked after each step of a turn, in other players' turns too: a goal once shown can't be lost."
    ),
    "order.show.ask": Row("I show it myself"),
    "order.show.when_met": Row("show it as soon as it is met"),
    "order.work": Row("Work"),
    "help.order.work": Row("When there is something to choose: what to dig, what to buy, in which order."),
    "order.work.ask": Row("ask me"),
    "order.work.by_itself": Row("let it go by itself; a shop buys the most valuable goal I can afford"),
    "order.discard": Row("More than nine cards"),
    "help.order.discard": Row("When you have to discard gems or ogres."),
    "order.discard.ask": Row("ask me"),
    "order.discard.cheapest": Row("discard the cheapest gems, then ogres"),
}

PLAN: Words = {
    "view.plan.steps": Row("Steps"),
    "help.view.plan.steps": Row(
        "Up to four, in this order. Places are east/north of the first card, like 1/-2."
    ),
    "view.plan.then": Row("Then"),
    "help.view.plan.then": Row("What to do with the rest of the turn."),
    "view.plan.then.ask": Row("ask me"),
    "view.plan.then.finish": Row("finish the turn"),
    "view.plan.then.trade": Row("head for the nearest trade goal"),
    "view.plan.then.work": Row("work what I can, then place dwarves where most is to be had"),
    "view.plan.then.build": Row("build beside my kingdom, then work"),
    "view.plan.then.hunt": Row("gather around a monster"),
    "view.plan.stops": Row("Stop and ask me"),
    "help.view.plan.stops": Row("What has to happen before your turn for the plan to ask you instead."),
    "view.plan.for_": Row("Applies to"),
    "help.view.plan.for_": Row("A plan for one turn ends after that turn."),
    "view.plan.for_.next_turn": Row("my next turn, or the current one"),
    "view.plan.for_.every_turn": Row("every turn"),
    "view.plan.robot": Row("Let the robot play"),
    "help.view.plan.robot": Row("The steward plays your turns instead of the steps."),
    "view.stops.crowded": Row("If a rival comes to a place in it"),
    "help.view.stops.crowded": Row("With a card or a dwarf, since your last turn."),
    "view.stops.ogre": Row("If an ogre is played on me"),
    "help.view.stops.ogre": Row("Since your last turn."),
    "view.stops.goal": Row("If a rival meets a second goal"),
    "help.view.stops.goal": Row("Since your last turn."),
    "view.playstep": Row("Play a kingdom card"),
    "view.playstep.card": Row("Card"),
    "view.playstep.place": Row("Place"),
    "view.playstep.turn": Row("Quarter turns clockwise"),
    "view.placestep": Row("Place a dwarf"),
    "view.placestep.place": Row("Place"),
    "view.movestep": Row("Move a dwarf"),
    "view.movestep.way": Row("From and to"),
    "help.view.movestep.way": Row("For example 0/0>1/0."),
}

LETTERS: Words = {
    "letter.castle": Row("C"),
    "letter.ruby_mine": Row("R"),
    "letter.emerald_mine": Row("E"),
    "letter.diamond_mine": Row("D"),
    "letter.topaz_mine": Row("T"),
    "letter.tavern": Row("B"),
    "letter.shop": Row("S"),
    "letter.dragon": Row("X"),
    "letter.ice_giant": Row("Y"),
    "letter.topaz": Row("T"),
    "letter.emerald": Row("E"),
    "letter.diamond": Row("D"),
    "letter.ruby": Row("R"),
    "letter.dwarf": Row("d"),
}

BOARD: Words = {
    "board.place": Row("{x}/{y}"),
    "board.walls": Row("walls: {walls}"),
    "board.wall.N": Row("north"),
    "board.wall.E": Row("east"),
    "board.wall.S": Row("south"),
    "board.wall.W": Row("west"),
    "board.here": Row("{seat} ×{count}"),
    "board.dwarves": Row("dwarves: {dwarves}"),
    "board.room": Row("{free} of {slots} slots free, {need} needed"),
    "board.beneath": Row("beneath: {cards}"),
    "board.kingdom": Row("kingdom of {seats}, worth {points}"),
    "board.castle_of": Row("{seat}"),
    "board.goals": Row("Trade goals"),
    "board.goal": Row("{gems} ({points} points)"),
    "board.piles": Row("Gems left"),
    "board.player": Row("{seat}"),
    "board.home": Row("{count} dwarf at home", "{count} dwarves at home", "count"),
    "board.hand": Row("in hand: kingdom cards {cards}, gems {gems}, ogres {ogres}"),
    "board.met": Row("goals met: {count}"),
    "board.slain": Row("monsters slain: {count}"),
    "board.own": Row("Your hand"),
    "board.held": Row("{cards}"),
    "board.secret": Row("secret goal: {goal}"),
}

LABELS: Words = {**VIEW, **RECONSTRUCTED, **RESULT, **ORDERS, **PLAN, **LETTERS, **BOARD}
