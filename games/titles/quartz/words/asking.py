"""Questions, answers, refusals, and the parts of orders and plans."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words
from games.titles.quartz.rules.cards import ACTIONS
from games.titles.quartz.words.things import CARD_NAMES

ASKED: Words = {
    "asked.turn": Row("It's your turn: mine, play a card or leave."),
    "asked.window": Row("You are under attack: react with a card or let it happen."),
    "asked.token": Row("There is a second obsidian in your cart: spend the token or have an accident?"),
    "asked.spend": Row("You can spend your token to get rid of your obsidian."),
    "asked.keep": Row("Which of the drawn crystals do you keep?"),
    "asked.replace": Row("Which crystal do you swap, and for which?"),
    "asked.share": Row("Which of the two crystals do you take?"),
    "asked.sell": Row("Which crystals do you store? You sell the rest."),
    "asked.thrill": Row("You are the last one in the mine: take the bonus, or give it up and keep digging?"),
    "asked.thrill_more": Row("Draw another crystal or stop?"),
}

BRIEF: Words = {
    "brief.1": Row("On your turn, mine a crystal, play a card, or leave the mine with what you have."),
    "brief.2": Row("With a second obsidian in your cart, you lose everything in the cart."),
    "brief.3": Row("Each evening you sell crystals. After five days, the most coins win."),
}

DO: Words = {
    "do.mine": Row("Mine a crystal"),
    "do.leave": Row("Leave the mine"),
    **{f"do.{key}": CARD_NAMES[f"card.{key}"] for key in ACTIONS},
    "with.come_closer.target.give": Row("swap {give} with {target}"),
    "with.come_closer.target.give.take": Row("swap {give} for {take} with {target}"),
    "with.dont_belong.target.gems": Row("take {gems} from {target}"),
    "with.not_mine.target": Row("hand it to {target}"),
    "do.react": Row("Play the card"),
    "do.react_if_held": Row("Play the card if I have it"),
    "do.let": Row("Let it happen"),
    "do.keep": Row("Keep"),
    "do.replace": Row("Swap"),
    "do.replace_nothing": Row("Swap nothing"),
    "do.share": Row("Take one of them"),
    "do.share_nothing": Row("Take none"),
    "do.spend_token": Row("Spend the token"),
    "do.have_accident": Row("Have the accident"),
    "do.store": Row("Sell the rest, store these"),
    "do.take_bonus": Row("Take the bonus"),
    "do.give_up_bonus": Row("Give it up and keep digging"),
    "do.draw_on": Row("Draw another"),
    "do.stop": Row("Stop drawing"),
    "field.target": Row("Dwarf"),
    "field.pass_to": Row("Pass it to"),
    "field.give": Row("Give"),
    "field.take": Row("Take"),
    "field.gem": Row("Crystal"),
    "field.gems": Row("Crystals"),
}

REFUSED: Words = {
    "refused.not_in_hand": Row("You don't have that card in your hand: {card}."),
    "refused.not_a_target": Row("You can't target that dwarf. Choose another one who is still in the mine."),
    "refused.not_in_cart": Row("That crystal isn't in the cart."),
    "refused.no_crystal": Row("You need a valuable crystal for that, and there isn't one."),
    "refused.no_obsidian": Row("There is no obsidian in your cart."),
    "refused.not_on_tray": Row("That isn't on the tray."),
    "refused.chest_is_full": Row("The chest holds {most} crystals at most."),
    "refused.not_yours_to_store": Row("You don't have those crystals."),
}

AHEAD: Words = {
    "ahead.next_void": Row("Your planned next turn is cancelled: the table has changed since."),
    "ahead.confirm": Row("Your plan is waiting for you to start it."),
    "ahead.worth": Row("Your plan will stop: your cart has reached the value you set."),
    "ahead.attacked": Row("Your plan will stop: you were attacked."),
    "ahead.inside": Row("Your plan will stop: few dwarves are left in the mine."),
    "ahead.obsidian": Row("Your plan will stop: there is obsidian in your cart."),
    "ahead.spent": Row("Your plan will stop: it has no more steps."),
    "stopped.next_void": Row("the table has changed since you planned your next turn"),
    "stopped.confirm": Row("it is waiting for you to start it"),
    "stopped.worth": Row("your cart has reached the value you set"),
    "stopped.attacked": Row("you were attacked"),
    "stopped.inside": Row("few dwarves are left in the mine"),
    "stopped.obsidian": Row("obsidian in your cart"),
    "stopped.spent": Row("it has no more steps"),
    "plan.careful": Row(
        "Careful: mine twice; ask me if there is obsidian, my cart is worth 10 or more, or I'm attacked."
    ),
    "plan.digger": Row("Digger: mine six times; ask me if there is obsidian or my cart is worth 18 or more."),
    "plan.bold": Row(
        "Bold: play the cards, mine nine times; ask me if my cart is worth 4 or more with "
        "obsidian in it, or 18 or more without."
    ),
    "plan.sleepwalker": Row("Sleepwalker: the robot plays your turns until you stop it."),
}

ORDERS: Words = {
    "order.plan": Row("My own plan"),
    "order.pass_to": Row("Pass obsidian on to"),
    "order.pass_to.next_seat": Row("the next dwarf"),
    "order.pass_to.richest_with_obsidian": Row("the richest cart with obsidian"),
    "order.token": Row("Experience token"),
    "order.token.always": Row("spend it"),
    "order.token.never": Row("keep it and have an accident"),
    "order.token.when_cart_worth": Row("spend it if the cart is worth at least"),
    "order.keep": Row("Crystals drawn onto the tray"),
    "order.keep.all": Row("keep all"),
    "order.replace": Row("Swap for a drawn crystal"),
    "order.replace.best": Row("make the best swap"),
    "order.share": Row("Crystals another dwarf draws for you"),
    "order.share.dearest": Row("take the most valuable"),
    "order.sale": Row("Evening sale"),
    "order.sale.rule": Row("store what's worth keeping, sell the rest"),
    "order.on_my_break.when_i_hold_obsidian": Row("play it if I have obsidian"),
    "order.unacceptable.when_worth": Row("play it if the theft is worth at least"),
    **{
        f"order.{order}.{word}": Row(text)
        for order in ("on_my_break", "unacceptable", "not_mine_either")
        for word, text in (("always", "play it if I have it"), ("never", "let it happen"))
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
