"""Plays all matches of an account until they are over, with nothing but Python 3.11.

QUARTZ_TOKEN=qbm_… python3 play_quartz.py https://quartz.example.org
"""

import json
import os
import random
import sys
import time
import uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(method, path, body=None):
    """Call the API; if it is busy, wait as long as it says. The key makes a second try harmless."""
    headers = {"Authorization": f"Bearer {os.environ['QUARTZ_TOKEN']}", "Idempotency-Key": str(uuid.uuid4())}
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            url = f"{sys.argv[1].rstrip('/')}/api/v1/{path}"
            with urlopen(Request(url, data, headers, method=method), timeout=30) as got:
                return json.load(got)
        except HTTPError as error:
            if error.code in (409, 422):  # refused: too late, or against the rules
                return json.load(error)
            if error.code not in (429, 503):
                raise
            time.sleep(int(error.headers["Retry-After"]))


def fill_in(choice):
    """Make a command of a choice: pick one value for each field, or as many as it takes."""
    command = {"kind": choice["kind"]}
    for field in choice["fields"]:
        picked = random.sample(field["values"], random.randint(field["least"], field["most"]))
        command[field["name"]] = picked if field["many"] else picked[0]
    return command


def answer(match, question):
    """Mine on, mostly, and do anything else at random; if that is refused, do what silence would."""
    mine = [one for one in question["choices"] if one["kind"] == "mine" and random.random() < 0.7]
    for command in (fill_in(random.choice(mine or question["choices"])), question["silence"]):
        said = {"question": question["id"], "command": command}
        told = call("POST", f"matches/{match['id']}/answers", said)
        if "outcome" in told or told["error"]["code"] == "stale":
            return


if __name__ == "__main__":
    while matches := [one for one in call("GET", "matches")["matches"] if not one["ended_at"]]:
        for match in [one for one in matches if one["waits_for_me"]]:
            questions = call("GET", f"matches/{match['id']}/questions")["questions"]
            for question in [one for one in questions if one["is_awaited"]][:1]:
                answer(match, question)
        if not any(one["waits_for_me"] for one in matches):
            time.sleep(5)
