"""The eventsourcing library: an aggregate of 300 events loaded from SQLite, without and with a snapshot.

`event_log.py FOLDER 1.5` prints the seconds of processor time that a load takes.
"""

import json
import os
import sys
import time

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

EVENTS, TAIL, MATCHES, AT_ONCE = 300, 10, 20, 20
GEMS = ("ruby", "topaz", "jade")


class Bag(Aggregate):
    @event("Opened")
    def __init__(self):
        self.left = dict.fromkeys(GEMS, 600)
        self.carts = {}

    @event("Drew")
    def draw(self, seat, gem, question, draws):
        self.left[gem] -= 1
        cart = self.carts.setdefault(seat, {})
        cart[gem] = cart.get(gem, 0) + 1


class Matches(Application):
    is_snapshotting_enabled = True


def application(folder, name):
    database = os.path.join(folder, f"{name}.sqlite3")
    return Matches(env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": database})


def filled(app, snapshot_at=None):
    """Write matches whose events lie among each other's, as they do in service."""
    made = [Bag() for _ in range(MATCHES)]
    for number in range(EVENTS - 1):
        for one in made:
            one.draw(str(number % 3), GEMS[number % 3], f"0-{number}-{number % 3}", [number, 7])
        if number % AT_ONCE == 0 or number == snapshot_at:
            app.save(*made)
        if number == snapshot_at:
            for one in made:
                app.take_snapshot(one.id)
    app.save(*made)
    return [one.id for one in made]


def spent(app, ids, seconds):
    app.repository.get(ids[0])
    begun, done = time.process_time(), 0
    while time.process_time() - begun < seconds:
        app.repository.get(ids[done % len(ids)])
        done += 1
    return (time.process_time() - begun) / done


def main(folder, seconds):
    plain, short = application(folder, "plain"), application(folder, "short")
    found = {
        "load": spent(plain, filled(plain), seconds),
        "snapshot": spent(short, filled(short, EVENTS - TAIL), seconds),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
