"""Questions, answers, refusals, and the parts of orders and plans."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words
from games.titles.quartz.rules.cards import ACTIONS
from games.titles.quartz.words.things import CARD_NAMES

ASKED: Words = {
    "asked.turn": Row("It is your turn: mine, play a card, or leave."),
    "asked.window": Row("You are attacked: answer with a card, or let it happen."),
    "asked.token": Row("A second obsidian is in your cart: spend the token, or have the accident?"),
    "asked.spend": Row("You may spend your token to get rid of your obsidian."),
    "asked.keep": Row("Which of the drawn crystals do you keep?"),
    "asked.replace": Row("Which crystal do you swap for which?"),
    "asked.share": Row("Which of the two crystals do you take?"),
    "asked.sell": Row("Which crystals do you store? The rest is sold."),
    "asked.thrill": Row("You are last inside: take the bonus, or give it up and dig on?"),
    "asked.thrill_more": Row("Draw another crystal, or stop?"),
}

DO: Words = {
    "do.mine": Row("Mine a crystal"),
    "do.leave": Row("Leave the mine"),
    **{f"do.{key}": CARD_NAMES[f"card.{key}"] for key in ACTIONS},
    "do.react": Row("Play the card"),
    "do.react_if_held": Row("Play the card if I hold it"),
    "do.let": Row("Let it happen"),
    "do.keep": Row("Keep"),
    "do.replace": Row("Swap"),
    "do.replace_nothing": Row("Swap nothing"),
    "do.share": Row("Take one"),
    "do.share_nothing": Row("Take none"),
    "do.spend_token": Row("Spend the token"),
    "do.have_accident": Row("Have the accident"),
    "do.store": Row("Sell the rest, store these"),
    "do.take_bonus": Row("Take the bonus"),
    "do.give_up_bonus": Row("Give it up and dig"),
    "do.draw_on": Row("Draw another"),
    "do.stop": Row("Stop"),
    "field.target": Row("Dwarf"),
    "field.pass_to": Row("Pass it to"),
    "field.give": Row("Give"),
    "field.take": Row("Take"),
    "field.gem": Row("Crystal"),
    "field.gems": Row("Crystals"),
}

REFUSED: Words = {
    "refused.not_in_hand": Row("That card isn't in your hand: {card}."),
    "refused.not_a_target": Row("That dwarf can't be named: it takes another one, inside the mine."),
    "refused.not_in_cart": Row("That crystal isn't in the cart."),
    "refused.no_crystal": Row("There is no valuable crystal to do that with."),
    "refused.no_obsidian": Row("There is no obsidian in your cart."),
    "refused.not_on_tray": Row("That isn't on the tray."),
    "refused.chest_is_full": Row("The chest holds {most} crystals at most."),
    "refused.not_yours_to_store": Row("You don't have those crystals."),
}

AHEAD: Words = {
    "ahead.next_void": Row("What you had in mind for your next turn is off: the table has changed since."),
    "ahead.confirm": Row("Your plan waits for you to start it."),
    "ahead.worth": Row("Your plan will stop: your cart is worth what you said."),
    "ahead.attacked": Row("Your plan will stop: you have been attacked."),
    "ahead.inside": Row("Your plan will stop: few are left inside."),
    "ahead.obsidian": Row("Your plan will stop: there is obsidian in your cart."),
    "ahead.spent": Row("Your plan will stop: its lines are spent."),
    "plan.careful": Row("Careful: mine twice; ask at obsidian, at worth 10, and when attacked."),
    "plan.digger": Row("Digger: mine six times; ask at obsidian and at worth 18."),
    "plan.bold": Row(
        "Bold: play the cards, mine nine times; ask with obsidian from worth 4, and at worth 18."
    ),
    "plan.sleepwalker": Row("Sleepwalker: the robot plays your turns until you say otherwise."),
}

ORDERS: Words = {
    "order.plan": Row("A plan of my own"),
    "order.pass_to": Row("Pass obsidian on to"),
    "order.pass_to.next_seat": Row("whoever is next"),
    "order.pass_to.richest_with_obsidian": Row("the richest with obsidian"),
    "order.token": Row("Experience token"),
    "order.token.always": Row("spend it"),
    "order.token.never": Row("have the accident"),
    "order.token.when_cart_worth": Row("spend it when the cart is worth"),
    "order.keep": Row("Crystals drawn onto the tray"),
    "order.keep.all": Row("keep all"),
    "order.replace": Row("Swap for what was drawn"),
    "order.replace.best": Row("the best swap"),
    "order.share": Row("Crystals of a lent hand"),
    "order.share.dearest": Row("take the dearest"),
    "order.sale": Row("Evening sale"),
    "order.sale.rule": Row("store what pays, sell the rest"),
    "order.on_my_break.when_i_hold_obsidian": Row("play it when I hold obsidian"),
    "order.unacceptable.when_worth": Row("play it when the theft is worth"),
    **{
        f"order.{order}.{word}": Row(text)
        for order in ("on_my_break", "unacceptable", "not_mine_either")
        for word, text in (("always", "play it, if held"), ("never", "let it happen"))
    },
    **{
        f"order.{order}.ask": Row("ask me")
        for order in (
            "on_my_break",
            "unacceptable",
            "not_mine_either",
            "token",
            "keep",
            "replace",
            "share",
            "sale",
        )
    },
}
