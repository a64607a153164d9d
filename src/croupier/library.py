"""What `import croupier` gives: plain words and numbers in, typed answers out.

Amounts are whole numbers of the smallest unit (cents). A hand needs no lab: what NumPy and Numba
work out is imported when it is asked for.
"""

import secrets
from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from croupier import bots, houses
from croupier.core import cards as pasteboard
from croupier.core import catalogue, fair, journals
from croupier.core.asks import Decision
from croupier.core.catalogue import Game
from croupier.core.felt import NOWHERE, Deal, Seat, Spot
from croupier.core.hand import Hand, Journal
from croupier.core.words import Deed
from croupier.houses import House

if TYPE_CHECKING:
    from croupier.lab.counts import Count
    from croupier.lab.equities import Equities
    from croupier.lab.odds import Odds

Seed = str | int | bytes
"""Any text or number, or the 32 bytes of a live table: the same seed, the same cards."""


def deal(
    game: str | Game,
    chips: Mapping[Seat, int] | Mapping[Spot, int],
    *,
    cards: str = "",
    seed: Seed | None = None,
    house: str | House | None = None,
    table: str | None = None,
    carry: Any = None,
    **rules: Any,
) -> Hand:
    """A hand, with what each seat brings to the table.

    Named `cards` lie on top of the deck, in the order in which they are dealt; the others, and the
    dice, are the seed's. Of the house's rules, or of the game's own defaults, those that are named
    are set otherwise.
    """
    played = _game(game)
    found = _rules(played, house, table, rules)
    stacks = {(at, "stack") if isinstance(at, int) else at: held for at, held in chips.items()}
    return Hand(played, found, stacks, _deal(played, found, cards, seed), carry)


def act(
    hand: Hand, seat: Seat, word: Deed, amount: int = 0, *, on: str | Spot = "", cards: str = ""
) -> None:
    """A seat's answer: `act(hand, 1, "bet", 10_00, on="ante")`; `Refused` says what is allowed.

    It is done on a spot of the seat or of the house by its word alone, on another's by the spot.
    """
    spot = _spot(hand, seat, word, on) if isinstance(on, str) else on
    hand.decide(seat, Decision(word, amount, spot, pasteboard.cards(cards)))


def _spot(hand: Hand, seat: Seat, act: Deed, word: str) -> Spot:
    """The spot of this word on which the act is offered, the seat's own first."""
    spots = [one.spot for one in hand.asked(seat) if one.act == act and one.spot[1] == word]
    own = (seat, word) if word else NOWHERE
    return own if own in spots or not spots else spots[0]


def play(
    hand: Hand, players: Mapping[Seat, bots.Bot] | None = None, *, seed: Seed | None = None
) -> Hand:
    """Play a hand to its end and give it back. The house's bots take the seats without a player of
    their own; a player is a function of what the seat sees and of chance.
    """
    bots.play(hand, players or {}, Random(_seed(seed)))
    return hand


def journal(hand: Hand) -> str:
    """All that rebuilds a hand, as JSON."""
    return journals.write(hand).decode()


def replay(journal: str | bytes | Journal) -> Hand:
    """The hand that a journal tells; one that was never legal is refused."""
    if isinstance(journal, Journal):
        return Hand.replay(journal)
    return journals.read(journal.encode() if isinstance(journal, str) else journal)


def edge(
    game: str,
    *,
    house: str | House | None = None,
    table: str | None = None,
    shoe: str | None = None,
    **rules: Any,
) -> "Odds":
    """What the house keeps of a game under these rules, and how results are spread.

    Blackjack also from another shoe than a full one: `"infinite"`, `"12"` packs, ten counts, or
    `"without 5 5 A"`. It needs the lab: `pip install 'croupier[lab]'`.
    """
    from croupier import lab

    found, known = _rules(_game(game), house, table, rules), lab.of(game)
    odds: Odds = known.odds(found, known.shoe(shoe, found)) if shoe else known.odds(found)
    return odds


def count(
    game: str,
    *,
    house: str | House | None = None,
    table: str | None = None,
    boxes: int = 1,
    spread: tuple[float, float] = (1, 12),
    bankroll: float = 1000,
    tags: Sequence[float] = (),
    **rules: Any,
) -> "Count":
    """What counting cards gains: effects of removal, index numbers, Kelly, N0, risk of ruin.

    Tags are for A, 2, … 10, Hi-Lo where none are named; stakes and bankroll are in units.
    """
    from croupier import lab

    found = _rules(_game(game), house, table, rules)
    own = {"tags": tuple(tags)} if tags else {}
    counted: Count = lab.of(game).count(found, boxes=boxes, spread=spread, bankroll=bankroll, **own)
    return counted


def equity(
    *hands: str,
    board: str = "",
    dead: str = "",
    game: str = "holdem",
    exact: bool = False,
    samples: int | None = None,
    seed: int = 0,
) -> "Equities":
    """The part of all pots that each hand or range wins: `equity("AhKh", "QQ+")`.

    It needs the lab: `pip install 'croupier[lab]'`.
    """
    from croupier.lab.equities import equities

    return equities(game, hands, board, dead, exact=exact, samples=samples, seed=seed)


def _game(named: str | Game) -> Game:
    return catalogue.game(named) if isinstance(named, str) else named


def _rules(
    game: Game, house: str | House | None, table: str | None, changes: Mapping[str, Any]
) -> Any:
    if house is None:
        return houses.varied(game.Rules(), changes)
    kept = houses.house(house) if isinstance(house, str) else house
    return houses.varied(houses.sheet(kept, game, table).rules, changes)


def _deal(game: Game, rules: Any, top: str, seed: Seed | None) -> Deal:
    dealt = fair.deal(_seed(seed), game.pack(rules), game.LOTS)
    return fair.arranged(top, dealt.cards, dealt.lots) if top else dealt


def _seed(chosen: Seed | None) -> bytes:
    if chosen is None:
        return secrets.token_bytes(fair.SEED_BYTES)
    return chosen if isinstance(chosen, bytes) else fair.seed_of(str(chosen))
