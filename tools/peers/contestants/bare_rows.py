"""Rows of SQLite, decoded by msgspec and folded by hand: `bare_rows.py FOLDER 1.5` prints seconds a load."""

import json
import os
import sqlite3
import sys
import time

import msgspec

EVENTS, MATCHES = 300, 20
GEMS = ("ruby", "topaz", "jade")
TABLE = "CREATE TABLE event (match INT, number INT, payload BLOB, PRIMARY KEY (match, number)) WITHOUT ROWID"


class Drew(msgspec.Struct, tag_field="kind", tag="drew"):
    seat: int
    gem: str
    question: str
    draws: tuple[int, int]


read = msgspec.json.Decoder(Drew).decode


def filled(path):
    line = sqlite3.connect(path)
    line.execute(
        "CREATE TABLE event (match INT, number INT, payload BLOB, PRIMARY KEY (match, number)) WITHOUT ROWID"
    )
    rows = [
        (match, number, msgspec.json.encode(Drew(number % 3, GEMS[number % 3], f"0-{number}-1", (number, 7))))
        for number in range(EVENTS)
        for match in range(MATCHES)
    ]
    line.executemany("INSERT INTO event VALUES (?, ?, ?)", rows)
    line.commit()
    return line


def load(line, match):
    """Fold one match."""
    left, carts = dict.fromkeys(GEMS, 600), [{}, {}, {}]
    asked = "SELECT payload FROM event WHERE match = ? ORDER BY number"
    for (payload,) in line.execute(asked, (match,)):
        event = read(payload)
        left[event.gem] -= 1
        cart = carts[event.seat]
        cart[event.gem] = cart.get(event.gem, 0) + 1
    return left, carts


def main(folder, seconds):
    line = filled(os.path.join(folder, "bare.sqlite3"))
    begun, done = time.process_time(), 0
    while time.process_time() - begun < seconds:
        load(line, done % MATCHES)
        done += 1
    print(json.dumps((time.process_time() - begun) / done))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
