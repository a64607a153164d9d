"""Players of other packages at our tables, where they are installed."""

from importlib import import_module
from random import Random
from typing import Any, Final

from croupier.bots import Bot, Seen, passive
from croupier.core.asks import Decision, Option
from croupier.core.cards import text
from croupier.core.felt import BOARD
from croupier.extras import need

RAISES: Final = {"raise": ("raise", "bet"), "call": ("call", "check"), "check": ("check", "call")}
"""What another package's word may mean here, in this order."""


def rlcard_limit() -> Bot:
    """RLCard's rule model for limit hold'em between two players."""
    need("bench", "rlcard")
    found: Any = import_module("rlcard.models.limitholdem_rule_models").LimitholdemRuleAgentV1
    agent: Any = found()

    def choose(sight: Seen, chance: Random) -> Decision:
        if not sight.offered("fold"):
            return passive(sight, chance)
        hole, board = sight.view.cards[sight.seat, "hole"], sight.view.cards.get(BOARD, ())
        legal = [word for word in ("call", "raise", "fold", "check") if meant(sight, word)]
        shown = {"hand": named(hole), "public_cards": named(board), "legal_actions": legal}
        return answer(sight, str(agent.step({"raw_obs": shown, "raw_legal_actions": legal})))

    return choose


def named(cards: tuple[int, ...]) -> list[str]:
    """Cards as RLCard writes them: the suit first."""
    return [f"{text((card,))[1].upper()}{text((card,))[0]}" for card in cards]


def meant(sight: Seen, word: str) -> Option | None:
    """The option that a word of RLCard's stands for, if it is open."""
    if word == "raise":
        return sight.offered("raise") or sight.offered("bet")
    return sight.offered(word)


def answer(sight: Seen, word: str) -> Decision:
    """What the agent said, or the nearest thing to it."""
    option = meant(sight, word) or sight.offered("check") or sight.offered("call")
    if option is None:
        return Decision("fold")
    return Decision(option.act, option.low, option.spot)
