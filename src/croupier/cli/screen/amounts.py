"""Amounts that are written or pressed: what is proposed, what is meant, a step up or down."""

from typing import Final

from msgspec import Struct

from croupier.cli.grammar import WHOLE
from croupier.cli.screen.place import Scene, Wish
from croupier.cli.tongue import Tongue
from croupier.core.asks import NO_MAXIMUM, Option
from croupier.procedure.pots import pot_size

FIRST: Final = (2, 5, 10, 25, 100)
"""What is proposed of a bet, in least bets."""
POT_PARTS: Final = (0.5, 0.75, 1.0)


class Slider(Struct, frozen=True):
    """An amount to be chosen, for an option or a wish."""

    of: Option | Wish
    low: int
    high: int
    step: int
    start: int
    act: str = "bet"

    def held(self, amount: int) -> int:
        """The nearest amount that is allowed."""
        steps = round((min(max(amount, self.low), self.high) - self.low) / self.step)
        most = (self.high - self.low) // self.step
        return self.low + min(steps, most) * self.step


def of_option(option: Option) -> Slider:
    """An option with a range; what means all there may be begins at the top."""
    start = option.high if option.act in WHOLE else option.low
    return Slider(option, option.low, option.high, option.step, start, option.act)


def of_wish(wish: Wish) -> Slider | None:
    """A wish that takes an amount."""
    if wish.amount is None:
        return None
    least, usual, most = wish.amount
    return Slider(wish, min(least, usual), most or NO_MAXIMUM, 1, usual)


def proposals(slider: Slider, scene: Scene, *, for_a_pot: bool) -> list[int]:
    """Amounts to press: the least, parts of the pot or some least bets, the most."""
    if for_a_pot and slider.act in ("bet", "raise"):
        between = [raised(scene, part) for part in POT_PARTS]
    elif isinstance(slider.of, Wish):
        between = [slider.start // 2, slider.start * 2]
    else:
        between = [slider.low * n for n in FIRST]
    most = [slider.high] if slider.high < NO_MAXIMUM else []
    least = [slider.low] if isinstance(slider.of, Option) else []
    found = {*least, slider.start, *map(slider.held, between), *most}
    return sorted(amount for amount in found if amount)


def raised(scene: Scene, part: float) -> int:
    """To how much a bet or raise of a part of the pot goes: the call counts as in the pot."""
    bets = {seat: amount for (seat, word), amount in scene.view.chips.items() if word == "bet"}
    highest = max(bets.values(), default=0)
    call = highest - bets.get(scene.me, 0)
    return highest + int(part * (pot_size(scene.view.chips) + call))


def written(tongue: Tongue, slider: Slider, amount: int) -> str:
    """An amount as it is typed: without a currency."""
    shown = tongue.figure(slider.act, amount)
    kept = "".join(c for c in shown if c.isdigit() or c in ".,")
    return kept if tongue.is_french else kept.replace(",", "")


def meant(tongue: Tongue, slider: Slider, text: str) -> int:
    """The amount that a person wrote."""
    return tongue.amount(tongue.amounts(text).strip(), slider.act)


def nudged(slider: Slider, amount: int, steps: int) -> int:
    """A step up or down: by the least amount, in as many steps as that takes."""
    grain = max(slider.step, slider.low // slider.step * slider.step)
    return slider.held(amount + steps * grain)
