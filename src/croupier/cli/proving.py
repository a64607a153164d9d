"""A proof of a shuffle on the screen: what was looked at, what holds, and what does not."""

import sys
from pathlib import Path
from typing import Final

import msgspec

from croupier.cli import Mistake
from croupier.core import verify
from croupier.core.proofs import STANDING, Proof
from croupier.core.verify import Check
from croupier.histories import BadHistory, handtext
from croupier.histories.proving import story_checks

WRONG: Final = 1
"""The exit code of a proof that does not hold."""


def check(file: Path, text: Path | None) -> int:
    """Check a proof, and the text of its hand; the exit code."""
    proof = _proof(file)
    found = list(verify.checks(proof))
    if text is not None and not verify.faults(found):
        try:
            found += story_checks(proof, handtext.read(_read(text)))
        except BadHistory as error:
            raise Mistake(f"{text}: {error}") from None
    for one in found:
        sys.stdout.write(f"{_mark(one)} {one.shows}{_note(one)}\n")
    sys.stdout.write("\n" + "\n".join(_told(proof)) + "\n")
    wrong = verify.faults(found)
    sys.stdout.write("The proof does NOT hold.\n" if wrong else "The proof holds.\n")
    if not wrong and text is None:
        sys.stdout.write("Give the text of the hand too, to check the cards that you saw.\n")
    return WRONG if wrong else 0


def _mark(one: Check) -> str:
    return "?" if one.skipped else "+" if one.good else "-"


def _note(one: Check) -> str:
    return (
        f" NO: {one.fault}."
        if one.fault
        else f" Not checked: {one.skipped}."
        if one.skipped
        else ""
    )


def _told(proof: Proof) -> list[str]:
    """What the proof says of the hand, in words."""
    silent = len(proof.entropy) - len(proof.reveals)
    lines = [f"{proof.table}, hand {proof.hand} ({proof.game})."]
    if proof.reveals:
        lines.append(f"Players who had a say in the shuffle: {len(proof.reveals)}.")
    else:
        lines.append("Pledged only: no player had a say in the shuffle.")
    if silent:
        lines.append(f"Contributors who did not reveal in time: {silent}.")
    shoe = "The shoe is still in play: its rest is opened when it is over."
    lines += [shoe] if proof.outcome == STANDING else []
    lines += ["The hand was void."] if proof.outcome > 0 else []
    return lines


def _proof(file: Path) -> Proof:
    try:
        return msgspec.json.decode(_read(file), type=Proof)
    except msgspec.MsgspecError as error:
        raise Mistake(f"{file}: not a proof of a hand: {error}") from None


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(f"{file}: cannot be read: {error}") from None
