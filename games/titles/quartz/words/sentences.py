"""Plans and standing orders as sentences in which their owner chooses, one row for each record or order."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words

#: Cards that a plan may play on the next turn without naming anything.
PLAIN = ("here_we_go", "eureka", "out_of_my_way")

PLAN: Words = {
    "sentence.plan.lines": Row("On my turn, play the first of these steps that is possible:"),
    "sentence.plan.next": Row("On my next turn, before any step, do this once:"),
    "sentence.plan.for_": Row("This plan plays {for_}"),
    "sentence.plan.start": Row("It starts {start}"),
    "sentence.plan.confirmed": Row("I have confirmed it on day {confirmed} (0: not yet)."),
    "sentence.plan.robot": Row("Let the robot play my turns and ignore the steps and reasons above."),
    "sentence.ifsilent": Row("If the plan asks me and I don't reply within {after_hours} hours: {then}"),
}

STEPS: Words = {
    "sentence.mineline": Row("Mine up to {times} times a day."),
    "sentence.herewegoline": Row("Play “{card_here_we_go}” if I have it."),
    "sentence.dontbelongline": Row(
        "Play “{card_dont_belong}” on {on} if I have it and the crystals I take are worth "
        "{at_least} coins or more."
    ),
    "sentence.comecloserline": Row(
        "Play “{card_come_closer}” on {on} if I have it and gain {gain} coins or more."
    ),
    "sentence.notmineline": Row("If I have obsidian and “{card_not_mine}”, play it on {on}"),
    "sentence.leaveline": Row("Leave the mine for the day."),
}

STOPS: Words = {
    "sentence.atobsidian": Row(
        "If there is obsidian in my cart and the cart is worth {at_worth} coins or more: {then}"
    ),
    "sentence.atworth": Row("If my cart is worth {x} coins or more: {then}"),
    "sentence.whenattacked": Row("If someone has attacked me since my last turn: {then}"),
    "sentence.whenfew": Row("If {k} dwarves or fewer are left in the mine, me included: {then}"),
    "sentence.whenspent": Row("If no step can be played any more: {then}"),
}

NEXT: Words = {
    "sentence.mine": Row("Mine a crystal."),
    "sentence.leave": Row("Leave the mine."),
    **{f"sentence.{card}": Row(f"Play “{{card_{card}}}”.") for card in PLAIN},
    "sentence.come_closer": Row(
        "Play “{card_come_closer}” on {target}: give away {give} and take {take} "
        "(leave empty for a covered cart)."
    ),
    "sentence.what_crystal": Row("Play “{card_what_crystal}” and hide {gem}"),
    "sentence.gimme_a_hand": Row("Play “{card_gimme_a_hand}” on {target}"),
    "sentence.dont_belong": Row("Play “{card_dont_belong}” on {target} and take these crystals:"),
    "sentence.not_mine": Row("Play “{card_not_mine}” on {target}"),
}

STANDING: Words = {
    "sentence.order.on_my_break": Row(
        "When “{card_on_my_break}” could save me from “{card_gimme_a_hand}”: {on_my_break}"
    ),
    "sentence.order.unacceptable": Row(
        "When “{card_unacceptable}” could stop a theft from my cart: {unacceptable}"
    ),
    "sentence.order.unacceptable.when_worth": Row("{when_worth} coins"),
    "sentence.order.not_mine_either": Row(
        "When “{card_not_mine_either}” could pass on an obsidian handed to me: {not_mine_either}"
    ),
    "sentence.order.pass_to": Row("When a standing order passes on obsidian, it goes to {pass_to}"),
    "sentence.order.token": Row(
        "When a second obsidian lands in my cart and I still have the experience token: {token}"
    ),
    "sentence.order.token.when_cart_worth": Row("{when_cart_worth} coins"),
    "sentence.order.keep": Row("When I draw crystals onto the tray: {keep}"),
    "sentence.order.replace": Row("When I can swap one of my crystals for one I drew: {replace}"),
    "sentence.order.share": Row("When another dwarf draws two crystals for me and I may take one: {share}"),
    "sentence.order.sale": Row("When the chest is filled and the rest sold in the evening: {sale}"),
}

SENTENCES: Words = {**PLAN, **STEPS, **STOPS, **NEXT, **STANDING}
