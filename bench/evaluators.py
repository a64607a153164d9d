"""Who ranks a poker hand fastest from Python: `python bench/evaluators.py`.

One call ranks one random hand of five or of seven cards. The cards are turned into each library's
own form before the clock starts, and each library is called by its public function with the
arguments it wants. All of them rank the same hands, once before the clock starts: tables that fill
themselves are full, and who ranks in another order than the reference (ours, or else the first
that is there) is marked. On the clock they go through the hands in batches. Peers are optional:
`pip install pokerkit treys eval7 phevaluator texasholdem pokereval clubs pkrbot`.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import cycle, pairwise, starmap
from random import Random
from typing import Any

from croupier.core.cards import FACES, PACK
from timing import Entry, race, show, show_missing, titled

HANDS = 20_000
BATCH = 500
SEED = 8439

Hands = list[tuple[int, ...]]
Calls = list[tuple[Any, ...]]
Ranker = tuple[Callable[..., Any], Calls]


def main() -> None:
    for size in (5, 7):
        hands = random_hands(size)
        rankers, missing = installed(hands)
        title = f"{size} cards: ranking one of {HANDS:,} random hands, cards converted beforehand"
        show(title, race(entries(rankers)), titled("croupier"))
        show_missing(missing)


def random_hands(size: int) -> Hands:
    random = Random(SEED)
    return [tuple(random.sample(PACK, size)) for _ in range(HANDS)]


def installed(hands: Hands) -> tuple[dict[str, Ranker], list[str]]:
    """The libraries that are there, each with its calls, and the names of the others."""
    rankers, missing = {}, []
    for name, library in LIBRARIES.items():
        try:
            rankers[name] = library(hands)
        except ImportError:
            missing.append(name)
    return rankers, missing


def entries(rankers: dict[str, Ranker]) -> list[Entry]:
    values = {name: list(starmap(rank, calls)) for name, (rank, calls) in rankers.items()}
    reference = next(iter(values), "")
    return [
        Entry(
            titled(name),
            partial(rank_next, *batched(ranker)),
            BATCH,
            "" if same_order(values[reference], values[name]) else f"differs from {reference}",
        )
        for name, ranker in rankers.items()
    ]


def batched(ranker: Ranker) -> tuple[Callable[..., Any], Iterator[Calls]]:
    rank, calls = ranker
    return rank, cycle([calls[at : at + BATCH] for at in range(0, HANDS, BATCH)])


def rank_next(rank: Callable[..., Any], batches: Iterator[Calls]) -> None:
    deque(starmap(rank, next(batches)), maxlen=0)  # The loop runs in C and costs next to nothing.


def same_order(ours: Sequence[Any], theirs: Sequence[Any]) -> bool:
    """Whether both say of any two hands which is better; the better may be the higher or lower."""
    order = sorted(range(len(ours)), key=ours.__getitem__)
    rising = theirs[order[0]] < theirs[order[-1]]
    return all(
        theirs[a] == theirs[b]
        if ours[a] == ours[b]
        else theirs[a] != theirs[b] and (theirs[a] < theirs[b]) == rising
        for a, b in pairwise(order)
    )


def croupier(hands: Hands) -> Ranker:
    return import_module("croupier.ranks.high").value, [(hand,) for hand in hands]


def eval7(hands: Hands) -> Ranker:
    library = import_module("eval7")
    return library.evaluate, [(cards,) for cards in converted(hands, library.Card)]


def pkrbot(hands: Hands) -> Ranker:
    library = import_module("pkrbot")
    return library.evaluate, [(cards,) for cards in converted(hands, library.Card)]


def phevaluator(hands: Hands) -> Ranker:
    library = import_module("phevaluator")
    calls = [tuple(cards) for cards in converted(hands, lambda face: library.Card(face).id_)]
    return (library.evaluate_5cards if len(hands[0]) == 5 else library.evaluate_7cards), calls


def treys(hands: Hands) -> Ranker:
    library = import_module("treys")
    return library.Evaluator().evaluate, hole_and_board(hands, library.Card.new)


def texasholdem(hands: Hands) -> Ranker:
    card = import_module("texasholdem.card.card").Card
    return import_module("texasholdem.evaluator.evaluator").evaluate, hole_and_board(hands, card)


def pokereval(hands: Hands) -> Ranker:
    card = import_module("pokereval.card").Card
    library = import_module("pokereval.hand_evaluator").HandEvaluator
    sizes = {5: library.Five, 7: library.Seven}
    calls = [(cards,) for cards in converted(hands, lambda face: card(*face))]
    return sizes[len(hands[0])].evaluate_rank, calls


def clubs(hands: Hands) -> Ranker:
    library = import_module("clubs")
    evaluator = library.poker.Evaluator(suits=4, ranks=13, cards_for_hand=5)
    return evaluator.evaluate, hole_and_board(hands, library.Card)


def pokerkit(hands: Hands) -> Ranker:
    library = import_module("pokerkit")
    return library.StandardHighHand.from_game, hole_and_board(hands, pokerkit_card)


def pokerkit_card(face: str) -> Any:
    return next(iter(import_module("pokerkit").Card.parse(face)))


def converted(hands: Hands, card: Callable[[str], Any]) -> list[list[Any]]:
    """The hands in a library's own cards, from their faces: `As`, `Td`."""
    own = [card(FACES[one]) for one in PACK]
    return [[own[one] for one in hand] for hand in hands]


def hole_and_board(hands: Hands, card: Callable[[str], Any]) -> Calls:
    return [(cards[:2], cards[2:]) for cards in converted(hands, card)]


LIBRARIES: dict[str, Callable[[Hands], Ranker]] = {
    "croupier": croupier,
    "phevaluator": phevaluator,
    "eval7": eval7,
    "pkrbot": pkrbot,
    "treys": treys,
    "texasholdem": texasholdem,
    "pokereval": pokereval,
    "clubs": clubs,
    "pokerkit": pokerkit,
}

if __name__ == "__main__":
    main()
