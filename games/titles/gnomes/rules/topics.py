"""The filters of the log: which kinds of event belong to which topic."""

from __future__ import annotations

TOPICS = {
    "kingdom": frozenset({"kingdom_played", "stack_dug", "monster_slain"}),
    "dwarves": frozenset({"dwarf_placed", "dwarf_moved", "bounced", "dwarf_shoved", "dwarves_swapped"}),
    "ogres": frozenset(
        {
            *("ogre_hired", "ogres_shuffled", "bounced", "dwarf_shoved"),
            *("gem_stolen", "ogre_stolen", "dwarves_swapped"),
        }
    ),
    "treasure": frozenset({"gem_given", "gems_mined", "gem_stolen", "cards_discarded", "worked_in_vain"}),
    "goals": frozenset({"goals_opened", "secret_dealt", "goal_bought", "goal_shown", "last_turns_began"}),
}
