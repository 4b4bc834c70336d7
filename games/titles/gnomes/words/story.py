"""What happens, in sentences: the history, the end, and what is at stake."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words

STORY: Words = {
    "sat_down": Row("Everyone takes nine kingdom cards and seven dwarves."),
    "goals_opened": Row("The first trade goals are open: {goals}."),
    "trade_goal": Row("({gems})"),
    "secret_dealt": Row("{seat} gets a secret goal: {goal}."),
    "secret_dealt.unseen": Row("{seat} gets a secret goal."),
    "gem_given": Row("{seat} goes later and begins with {gem}."),
    "turn_began": Row("It's {seat}'s turn. Round {round}."),
    "kingdom_played": Row("{seat} plays {card} at {x}/{y}."),
    "kingdom_played.by_itself": Row("For {seat}, {card} is played at {x}/{y}."),
    "dwarf_placed": Row("{seat} places a dwarf at {x}/{y}."),
    "dwarf_moved": Row("{seat} moves a dwarf from {x}/{y} to {to_x}/{to_y}."),
    "bounced": Row(
        "{seat} plays a bouncer: a dwarf of {rival} goes home from {x}/{y}.",
        "{seat} plays a bouncer: {count} dwarves of {rival} go home from {x}/{y}.",
        "count",
    ),
    "dwarf_shoved": Row("{seat} plays a shover: a dwarf of {owner} goes from {x}/{y} to {to_x}/{to_y}."),
    "dwarf_shoved.again": Row("{seat} shoves a second dwarf, of {owner}, from {x}/{y} to {to_x}/{to_y}."),
    "gem_stolen": Row("{seat} plays a thief and takes {gem} from {rival}."),
    "gem_stolen.unseen": Row("{seat} plays a thief and takes a gem from {rival}."),
    "ogre_stolen": Row("{seat} plays a cardsharp and takes an ogre from {rival}: {ogre}."),
    "ogre_stolen.unseen": Row("{seat} plays a cardsharp and takes an ogre from {rival}."),
    "dwarves_swapped": Row(
        "{seat} plays a changer: dwarves of {first} at {x}/{y} and {second} at {to_x}/{to_y} change places."
    ),
    "goal_shown": Row("{seat} shows a secret goal. {goal}."),
    "goal_shown.final": Row("At the count {seat} shows a secret goal. {goal}."),
    "gems_mined": Row("{seat} mines at {x}/{y}: {gem} ×{count}."),
    "ogres_shuffled": Row("The used ogres are shuffled into a new pile: {count} in all."),
    "ogre_hired": Row("{seat} hires an ogre at {x}/{y}: {ogre}."),
    "ogre_hired.unseen": Row("{seat} hires an ogre at {x}/{y}."),
    "stack_dug": Row("{seat} digs from {x}/{y}: {card} goes to the bottom of the stack at {to_x}/{to_y}."),
    "goal_bought": Row("{seat} buys a trade goal worth {points} for {paid}. A new one is open: {opened}."),
    "goal_bought.last": Row("{seat} buys a trade goal worth {points} for {paid}. No goals are left to open."),
    "monster_slain": Row("{seat} slays a monster at {x}/{y}: {card}."),
    "monster_slain.others": Row(
        "{seat} slays a monster at {x}/{y}: {card}. The other dwarves there go home too."
    ),
    "worked_in_vain.empty": Row("{seat}'s dwarves at {x}/{y} go home with nothing: the pile is empty."),
    "worked_in_vain.dragon": Row(
        "{seat}'s dwarves at {x}/{y} go home with nothing: a dragon stops the mine."
    ),
    "worked_in_vain.monster": Row("{seat}'s dwarves at {x}/{y} go home: a monster stops all digging there."),
    "worked_in_vain.no_stack": Row("{seat}'s dwarves at {x}/{y} go home: there is no stack to dig."),
    "worked_in_vain.no_trade": Row("{seat}'s dwarves at {x}/{y} go home without buying anything."),
    "worked_in_vain.rest": Row("{seat} sends the dwarves at {x}/{y} home."),
    "cards_discarded.gems": Row("{seat} discards: {gems}."),
    "cards_discarded.ogres": Row("{seat} discards: {ogres}."),
    "cards_discarded.both": Row("{seat} discards: {gems}, {ogres}."),
    "last_turns_began": Row(
        "{seat} has met three goals: {turns} more turn, then the count.",
        "{seat} has met three goals: {turns} more turns, then the count.",
        "turns",
    ),
    "match_ended.goals": Row("The last turns are over. Time to count!"),
    "match_ended.silence": Row("Nobody has made a step for two turns: the match is over."),
    "match_ended.rounds": Row("The last round is over. Time to count!"),
    "topic.kingdom": Row("Kingdom cards"),
    "topic.dwarves": Row("Dwarves"),
    "topic.ogres": Row("Ogres"),
    "topic.treasure": Row("Gems"),
    "topic.goals": Row("Goals"),
}

#: Who won and why, and the moments that turned the match.
ENDING: Words = {
    "ended.won": Row("{winner} wins, {points} points to {other}."),
    "ended.alone": Row("{winner} wins with {points} points."),
    "ended.tie": Row("{winner} wins on the larger kingdom, or the dwarves in it: both have {points} points."),
    "ended.shared": Row("The win is shared by {winners}: {points} points each."),
    "moment.purchase": Row("{seat} buys a trade goal worth {points}."),
    "moment.secret": Row("{seat} shows a secret goal worth {points}."),
    "moment.slain": Row("{seat} slays a monster."),
    "moment.monster": Row("{seat} sets a monster on a kingdom worth {points}."),
    "moment.union": Row("{seat} joins kingdoms: theirs is worth {points} more."),
    "named.purchase": Row("The best purchase"),
    "named.purchase.mine": Row("Your best purchase"),
    "named.secret": Row("The secret goal"),
    "named.secret.mine": Row("Your secret goal"),
    "named.slain": Row("The boldest fight"),
    "named.slain.mine": Row("Your boldest fight"),
    "named.monster": Row("The meanest monster"),
    "named.monster.mine": Row("Your meanest monster"),
    "named.union": Row("The greatest union"),
    "named.union.mine": Row("Your greatest union"),
}

STAKES: Words = {
    "stakes.kingdom": Row("Your kingdom is worth {points} now."),
    "stakes.dragon": Row("A dragon is in your kingdom: its mines give nothing."),
    "stakes.giant": Row("An ice giant is in your kingdom: you have no fourth action."),
    "stakes.end": Row(
        "The match is about to end: {count} turn left.",
        "The match is about to end: {count} turns left.",
        "count",
    ),
    "stakes.near": Row("{seat} needs just one more goal to end the match."),
}

PROSPECTS: Words = {
    "prospect.gem": Row("{card} at {x}/{y}: brings {gem} ×{count}."),
    "prospect.hire": Row("{card} at {x}/{y}: brings an ogre."),
    "prospect.slay": Row("{card} at {x}/{y}: it is slain, for 3 points."),
    "prospect.dig": Row("{card} at {x}/{y}: you choose which stack to dig."),
    "prospect.trade": Row("{card} at {x}/{y}: you choose which trade goal to buy."),
    "prospect.empty": Row("{card} at {x}/{y}: nothing, as the pile is empty."),
    "prospect.dragon": Row("{card} at {x}/{y}: nothing, as a dragon stops the mine."),
    "prospect.monster": Row("{card} at {x}/{y}: nothing, as a monster stops all digging there."),
    "prospect.no_stack": Row("{card} at {x}/{y}: nothing, as there is no stack to dig."),
    "prospect.no_trade": Row("{card} at {x}/{y}: nothing, as you can't pay any goal."),
    "prospect.missing": Row(
        "{card} at {x}/{y}: {count} more dwarf needed.",
        "{card} at {x}/{y}: {count} more dwarves needed.",
        "count",
    ),
    "prospect.buy": Row("{gems}: {points} points, while the gems are worth {paid} in your hand."),
    "prospect.surplus": Row("You have {count} card too many.", "You have {count} cards too many.", "count"),
    "brings.play": Row("{card} at {x}/{y}."),
    "brings.worth": Row("Your kingdom would be worth {points}, instead of {now}."),
    "brings.place": Row(
        "A dwarf at {x}/{y}.",
        "{count} dwarves at {x}/{y}.",
        "count",
    ),
    "brings.move": Row("A dwarf moves from {x}/{y} to {to_x}/{to_y}."),
    "brings.works": Row("Then these are worked: {works}."),
    "brings.work": Row("{card} at {x}/{y}"),
    "brings.no_work": Row("Nothing is worked this turn."),
}
