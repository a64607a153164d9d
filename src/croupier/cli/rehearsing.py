"""`croupier sim`: the room in virtual time, with faults, from a seed."""

import sys
from time import perf_counter

from croupier.cli import Mistake
from croupier.cli import serve as _room  # noqa: F401 - it says what to install.
from croupier.rehearsal import plants
from croupier.rehearsal.plan import Played, planned
from croupier.rehearsal.plants import Plant, planted
from croupier.rehearsal.stage import rehearse

SEEDS = 50
"""Within which each plant must be found."""
PLANTED_SECONDS = 30.0


def run(seeds: str, nodes: int, minutes: float, plant: str) -> bool:
    """Play each seed; whether all of them were without a fault."""
    broken = _plant(plant)
    good = True
    for seed in _seeds(seeds):
        began = perf_counter()
        with planted(broken):
            played = rehearse(seed, nodes=nodes, seconds=minutes * 60)
        sys.stdout.write(page(played, perf_counter() - began, nodes, minutes, plant))
        sys.stdout.flush()
        good = good and not played.wrong
    return good


def run_plants(only: str = "") -> bool:
    """Play with each thing broken until it is found; whether all of them were."""
    found = 0
    chosen = [plant for plant in plants.PLANTS if only in ("", plant.name)]
    for plant in chosen:
        seed, oracle = found_by(plant)
        found += bool(seed)
        said = f"seed {seed} by {oracle}" if seed else f"NOT FOUND in {SEEDS} seeds"
        sys.stdout.write(f"{plant.name:18} {said:24} {plant.what}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{found} of {len(chosen)} found\n")
    return found == len(chosen)


def found_by(plant: Plant, seeds: int = SEEDS) -> tuple[int, str]:
    """The first seed that finds it, and by which oracle; nothing: 0."""
    for seed in range(1, seeds + 1):
        if not plant.shows(planned(seed, 0, PLANTED_SECONDS)):
            continue
        with planted(plant):
            played = rehearse(seed, seconds=PLANTED_SECONDS)
        names = [wrong.oracle for wrong in played.wrong]
        if {*names} & {*plant.seen}:
            return seed, next(name for name in names if name in plant.seen)
    return 0, ""


def _plant(name: str) -> Plant | None:
    found = plants.named(name)
    if name and found is None:
        allowed = ", ".join(plant.name for plant in plants.PLANTS)
        raise Mistake(f"--plant {name!r}: there is no such fault; allowed: {allowed}")
    return found


def _seeds(text: str) -> range:
    first, _, last = text.partition("-")
    if not first.isdigit() or (last and not last.isdigit()):
        raise Mistake(f"{text!r} names no seeds: write a number, or two as in 1-20")
    return range(int(first), int(last or first) + 1)


def page(played: Played, real: float, nodes: int, minutes: float, plant: str) -> str:
    """A rehearsal as people read it."""
    faults = ", ".join(f"{count} {name}" for name, count in sorted(played.faults.items()))
    who = f"{_many(played.plan.nodes, 'node')}, {_many(played.plan.people, 'person', 'people')}"
    what = f"{_many(played.hands, 'hand')}, {_many(played.acts, 'act')}"
    when = f"{played.virtual:.0f} virtual s in {real:.1f} s, trace {played.trace}"
    lines = [f"seed {played.seed}: {who}, {what}, {when}", f"  faults: {faults or 'none'}"]
    if played.wrong:
        lines += [f"  WRONG {w.oracle} at {w.at:.3f}: {w.why}" for w in played.wrong[:5]]
        lines += ["  what came before:", *(f"    {line}" for line in played.latest)]
        again = f"croupier sim --seed {played.seed} --minutes {minutes:g}"
        again += (f" --nodes {nodes}" if nodes else "") + (f" --plant {plant}" if plant else "")
        lines.append(f"  again: {again}")
    return "\n".join(lines) + "\n"


def _many(count: int, one: str, several: str = "") -> str:
    return f"{count} {one if count == 1 else several or one + 's'}"
