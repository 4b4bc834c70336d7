"""A game of RLCard with random legal moves: `rlcard_games.py uno 1.5` prints moves a second of CPU."""

import json
import random
import sys
import time

import rlcard


def play(env, dice):
    """Play one game as its environment offers it; count the moves."""
    state, _ = env.reset()
    moves = 0
    while not env.is_over():
        state, _ = env.step(dice.choice(list(state["legal_actions"])))
        moves += 1
    return moves


def main(game, seconds):
    env, dice, moves = rlcard.make(game, config={"seed": 1}), random.Random(1), 0
    play(env, dice)
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        moves += play(env, dice)
    print(json.dumps(moves / (time.process_time() - begun)))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
