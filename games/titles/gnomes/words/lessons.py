"""What the guided first match says: one or two sentences at each question of the first two turns."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words

LESSONS: Words = {
    "lesson.castle": Row(
        "Everything you can reach from your castle without crossing a wall is your kingdom. Lay the "
        "castle first: with it on the table you have four actions a turn instead of three."
    ),
    "lesson.mine": Row(
        "New cards go next to others, and the stones along an edge are walls. This mine joins your castle"
        " where no wall is between them."
    ),
    "lesson.place": Row(
        "The bold rings show how many dwarves it takes to work this card: {need}. You may send dwarves to"
        " any card in the land, even in a rival's kingdom."
    ),
    "lesson.place_more": Row("This card needs {need} dwarves, and one is still missing. Send another one."),
    "lesson.finish": Row(
        "Enough dwarves are in place. When you finish your turn, every card with enough dwarves of yours "
        "is worked, and those dwarves go home."
    ),
    "lesson.house": Row(
        "Your mine gave you: {gems}. Gems buy trade goals in a shop, and in a tavern your dwarves hire "
        "ogres: build one."
    ),
    "lesson.end": Row(
        "Your tavern brought you: {ogres}; it says beside your cards what it does. When someone has met "
        "three goals, trade goals and the secret one together, the points decide."
    ),
}
