"""The showdown of a flop game and the payment of its pots."""

from collections.abc import Sequence

from msgspec import Struct

from croupier.core.asks import Decision, Option, Play, ask, ask_all
from croupier.core.cards import Card
from croupier.core.felt import ALL, BOARD, DROP, LEVY, MUCK, Felt, Seat, Spot
from croupier.procedure.award import pause
from croupier.procedure.betting import FOULED_DECK
from croupier.procedure.flop.fees import dropped_in, levies
from croupier.procedure.flop.rules import Family, Rules
from croupier.procedure.flop.twice import boards
from croupier.procedure.kills import Kill, Result
from croupier.procedure.pots import Claim, Pots, best, divided, give, join_pots, share


def award(
    rules: Rules,
    felt: Felt,
    order: Sequence[Seat],
    players: Sequence[Seat],
    pots: Pots,
    last: Seat,
    family: Family,
    kill: Kill,
) -> Play[Result]:
    """The showdown and the payment of each pot, the last side pot first (TH-69)."""
    claims = join_pots(felt, players, pots)
    dropped = dropped_in(felt) if felt.chips.get(DROP) else 0
    values = [Worth({}, {})]
    if len(players) > 1:
        values = [worth(felt, players, family, board) for board in boards(felt.cards)]
        if len(values) == 1:  # Else all hands lie open.
            claims = yield from show_hands(rules, felt, players, last, values[0], claims)
    if seconds := rules.award_pause_seconds:
        ruled = yield from pause(seconds, felt, order, len(claims), more=(FOULED_DECK,))
        claims = claims_ruled(claims, ruled)
    amounts = [felt.chips.get(spot, 0) for spot, _ in claims]
    taken = levies(rules, amounts, flop=BOARD in felt.cards)
    for (spot, _), levy in zip(claims, taken, strict=True):
        felt.pay(spot, LEVY, levy, "levy")
    unit = rules.chip // 2 if kill.size == "half" and kill.killer else rules.chip
    takers = [pay_pot(felt, spot, seats, values, unit) for spot, seats in reversed(claims)]
    amounts[:1] = [amounts[0] + dropped] if amounts else []
    return Result(takers[::-1], amounts, [spot for spot, _ in claims])


class Worth(Struct, frozen=True):
    """What each hand is worth."""

    high: dict[Seat, int]
    low: dict[Seat, int]
    """Only hands that qualify."""

    def highs(self, seats: Sequence[Seat]) -> list[Seat]:
        """The best high hands."""
        return best(seats, self.high)

    def lows(self, seats: Sequence[Seat]) -> list[Seat]:
        """The best low hands; nobody if none qualifies."""
        return best([seat for seat in seats if seat in self.low], self.low) if self.low else []

    def winners(self, seats: Sequence[Seat]) -> list[Seat]:
        """Who takes part in a pot."""
        highs = self.highs(seats)
        return highs + [seat for seat in self.lows(seats) if seat not in highs]


def worth(felt: Felt, players: Sequence[Seat], family: Family, board: Sequence[Card]) -> Worth:
    """The high and the low hand of each player on a board (HE-04, OM-02, OM-04)."""
    cards, low = felt.cards, family.low
    high = {seat: family.high(cards[seat, "hole"], board) for seat in players}
    if not low:
        return Worth(high, {})
    lows = {seat: low(cards[seat, "hole"], board) for seat in players}
    return Worth(high, {seat: value for seat, value in lows.items() if value})


def show_hands(
    rules: Rules,
    felt: Felt,
    players: Sequence[Seat],
    last: Seat,
    values: Worth,
    claims: list[Claim],
) -> Play[list[Claim]]:
    """The last to bet shows first, then clockwise (HE-12, TH-48, TH-69)."""
    at = players.index(last) if last in players else 0
    shown: list[Seat] = []
    for seat in (*players[at:], *players[:at]):
        if not rules.auto_show_at_showdown:
            if all(seats == [seat] for _, seats in claims if seat in seats):
                continue  # TH-36: all others have given up: no need to show.
            if (yield from throws_away(felt, seat, shown, values, claims)):  # HE-06
                claims = [(spot, [s for s in seats if s != seat]) for spot, seats in claims]
                continue
        elif rules.muck_losing_hands and beaten(felt, seat, shown, values, claims):
            felt.move((seat, "hole"), MUCK, why="muck")
            continue
        felt.show((seat, "hole"))
        shown.append(seat)
    return [claim for claim in claims if claim[1]]


def throws_away(
    felt: Felt,
    seat: Seat,
    shown: Sequence[Seat],
    values: Worth,
    claims: list[Claim],
) -> Play[bool]:
    """Whether a player mucks at the showdown, which gives up every pot (HE-06). The last holder of
    cards in a pot is not asked.
    """
    if any(seats == [seat] for _, seats in claims):
        return False
    seen = {seat, *shown}  # The warning tells nothing of hands that are still closed.
    wins = any(
        seat in values.winners([s for s in seats if s in seen])
        for _, seats in claims
        if seat in seats
    )
    options = (Option("show"), Option("muck", note="would win" if wins else ""))
    answer: Decision = yield from ask(seat, options, "HE-06")
    if answer.act == "muck":
        felt.move((seat, "hole"), MUCK, why="muck")
    return answer.act == "muck"


def beaten(
    felt: Felt,
    seat: Seat,
    shown: Sequence[Seat],
    values: Worth,
    claims: list[Claim],
) -> bool:
    """Whether a hand already shown beats this one in every pot; an all-in hand is always shown."""
    if not felt.chips[seat, "stack"]:
        return False
    return all(
        any(s in shown and seat not in values.winners([s, seat]) for s in seats)
        for _, seats in claims
        if seat in seats
    )


def claims_ruled(claims: list[Claim], ruled: Sequence[Decision]) -> list[Claim]:
    """Who may win which pot, after what the staff has ruled (CR-28, CR-35)."""
    for ruling in ruled:
        seat, at = ruling.spot[0], ruling.amount
        if ruling.act == "award pot":
            claims = [(spot, [seat] if n == at else s) for n, (spot, s) in enumerate(claims)]
        else:
            claims = [(spot, [s for s in seats if s != seat] or seats) for spot, seats in claims]
    return claims


def pay_pot(
    felt: Felt,
    spot: Spot,
    seats: Sequence[Seat],
    runs: Sequence[Worth],
    unit: int,
) -> set[Seat]:
    """A pot to its winners; run twice half of it on each board, the odd chip on the first."""
    if len(seats) == 1:
        share(felt, spot, seats, unit)
        return set(seats)
    parts = divided(felt.chips.get(spot, 0), len(runs), unit)
    takers = [
        pay_run(felt, spot, part, seats, values, unit)
        for part, values in zip(parts, runs, strict=True)
    ]
    return set().union(*takers)


def pay_run(
    felt: Felt, spot: Spot, amount: int, seats: Sequence[Seat], values: Worth, unit: int
) -> set[Seat]:
    """What is played for on one board; with a low hand in halves, the odd chip to high (CR-32,
    OM-04).
    """
    highs, lows = values.highs(seats), values.lows(seats)
    if not lows or highs == lows:
        give(felt, spot, amount, highs, unit)
        return set(highs)
    high_half, low_half = divided(amount, 2, unit)
    give(felt, spot, high_half, highs, unit)
    give(felt, spot, low_half, lows, unit)
    return {*highs, *lows}


def show_some(felt: Felt, players: Sequence[Seat]) -> Play[None]:
    """A player who need not show may show as many cards as they like; the others are mucked. A
    card that was shown is for all to see (TH-36).
    """
    closed = [s for s in players if felt.eyes.get((s, "hole"), ALL) != ALL]
    held = {seat: tuple(felt.cards[seat, "hole"]) for seat in closed}
    options = {
        seat: (Option("muck"), Option("show", 1, len(cards), cards=cards))
        for seat, cards in held.items()
    }
    answers = yield from ask_all(options, "TH-36", "show_seconds")
    for seat, answer in answers.items():
        away = [card for card in held[seat] if card not in answer.cards]
        if away:
            felt.move((seat, "hole"), MUCK, away, why="muck")
        if answer.cards:
            felt.show((seat, "hole"))
