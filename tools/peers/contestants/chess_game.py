"""python-chess with random legal moves: `chess_game.py 1.5` prints moves a second of processor time."""

import json
import random
import sys
import time

import chess

LONGEST = 400


def play(dice):
    """Play one game, or its first moves; count them."""
    board = chess.Board()
    for move in range(LONGEST):
        legal = list(board.legal_moves)
        if not legal:
            return move
        board.push(dice.choice(legal))
    return LONGEST


def main(seconds):
    dice, moves = random.Random(1), 0
    play(dice)
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        moves += play(dice)
    print(json.dumps(moves / (time.process_time() - begun)))


if __name__ == "__main__":
    main(float(sys.argv[1]))
