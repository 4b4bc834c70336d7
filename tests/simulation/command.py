"""The command line of the simulation."""

from __future__ import annotations

import argparse
import dataclasses
import traceback

from games.clocks import PRESETS
from tests.simulation.casts import CASTS
from tests.simulation.faults import CALM
from tests.simulation.laws import Broken
from tests.simulation.life import LIVELY
from tests.simulation.planted import PLANTED
from tests.simulation.world import Report, Setting, World


def main(argv: list[str] | None = None) -> int:
    """Play every seed asked for, with a planted bug only until it is found; one when a law was broken."""
    args = parser().parse_args(argv)
    if args.plant:
        PLANTED[args.plant]()
    failed = 0
    for seed in seeds(args.seeds):
        failed += not play(seed, args)
        if failed and args.plant:
            break
    return 1 if failed else 0


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    found.add_argument("seeds", nargs="+", help="seeds, or ranges of them such as 1-20")
    found.add_argument("--game", choices=list(CASTS), help="this one, whichever the seed would play")
    found.add_argument("--styles", help=f"one a seat, with commas and the game: {told_styles()}")
    found.add_argument("--pace", choices=list(PRESETS))
    found.add_argument("--calm", action="store_true", help="without any fault")
    found.add_argument("--lively", action="store_true", help="people vote, leave and come back often")
    found.add_argument("--plant", choices=list(PLANTED), help="put a bug in, to see that it is found")
    found.add_argument("--story", action="store_true", help="tell what happens, step by step")
    return found


def told_styles() -> str:
    return "; ".join(f"{game}: {', '.join(cast.styles)}" for game, cast in CASTS.items())


def seeds(given: list[str]) -> list[int]:
    found: list[int] = []
    for one in given:
        first, _, last = one.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def setting_of(seed: int, args: argparse.Namespace) -> Setting:
    found = Setting.of(seed, args.game or "")
    if args.styles:
        found = dataclasses.replace(found, styles=tuple(args.styles.split(",")))
    if args.pace:
        found = dataclasses.replace(found, pace=args.pace)
    if args.lively:
        found = dataclasses.replace(found, life=LIVELY)
    return dataclasses.replace(found, faults=CALM) if args.calm else found


def play(seed: int, args: argparse.Namespace) -> bool:
    """Play one; a seed that fails says how to play it again."""
    world = World(setting_of(seed, args))
    try:
        report = world.play()
    except (Exception, Broken):
        traceback.print_exc()
        tell(world, 40)
        print(
            f"seed {seed} FAILED; again: python -m tests.simulation {again(seed, args)} --story", flush=True
        )
        return False
    if args.story:
        tell(world, len(world.story))
    print(f"seed {seed} ok: {summary(report)}", flush=True)
    return True


def again(seed: int, args: argparse.Namespace) -> str:
    more = [f"--game {args.game}"] if args.game else []
    more += [f'--styles "{args.styles}"'] if args.styles else []
    more += [f"--pace {args.pace}"] if args.pace else []
    more += ["--lively"] if args.lively else []
    return " ".join([str(seed), *more, *(["--calm"] if args.calm else [])])


def summary(report: Report) -> str:
    asked = sum(sum(kinds.values()) for kinds in report.asked.values()) / len(report.asked)
    return f"{report.took.total_seconds() / 86400:.1f} days, {asked:.1f} asked, trace {report.trace[:16]}"


def tell(world: World, lines: int) -> None:
    print(world.setting)
    print("\n".join(world.story[-lines:]))
