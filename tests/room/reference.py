"""What every seat should have after a hand: written anew from the rulebook, sharing nothing with
the games but the cards and the chips that players put in.

Of a hand it reads the opening, who put in what, and which cards lie where at the end. Rankings,
pots, collections, odd chips, agreements and payments are worked out here. A hand in which the staff
ruled is not compared, but for a void one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from math import floor

from croupier.core import catalogue
from croupier.core.cards import JOKER
from croupier.core.felt import BOARD, HOUSE, POT, Cards, Chips, Said
from croupier.core.hand import Hand

Stacks = dict[int, int]


def settled(hand: Hand) -> Stacks | None:
    """The stacks after a hand; nothing where this file does not say."""
    ruled = {d.act for seat, d in hand.answers if seat == HOUSE} - {"close"}
    if ruled & {"void"}:
        return {seat: amount for (seat, _), amount in hand.brought.items() if seat}
    if ruled:
        return None
    name = catalogue.name(hand.opening.game)
    return GAMES[name](Story(hand))


class Story:
    """A hand as anybody at the table could have noted it."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self.rules, self.carry = hand, hand.opening.rules, hand.opening.carry
        self.events = hand.events
        self.stacks: Counter = Counter(
            {seat: n for (seat, word), n in hand.brought.items() if seat and word == "stack"}
        )
        self.cards = {spot: tuple(lie) for spot, lie in hand.felt.cards.items()}
        self.said = [event for event in self.events if type(event) is Said]
        self.chips = [event for event in self.events if type(event) is Chips]
        buttons = [event.seat for event in self.said if event.what == "button"]
        self.button = buttons[0] if buttons else 0

    def put(self, *words: str, until: int | None = None) -> Counter:
        """What seats have laid on spots of theirs, by (seat, word)."""
        found: Counter = Counter()
        for event in self.events[:until]:
            if type(event) is Chips and event.src[1] == "stack" and event.dst[0] == event.src[0]:
                if not words or event.dst[1] in words:
                    found[event.dst] += event.amount
            elif type(event) is Chips and event.why == "withdraw":
                found[event.src] -= event.amount
        return +found

    def to_pot(self) -> Counter:
        """What seats have put straight into the pot."""
        found: Counter = Counter()
        for event in self.chips:
            if event.dst == POT and event.src[1] == "stack":
                found[event.src[0]] += event.amount
        return found

    def folded(self) -> set[int]:
        return {event.seat for event in self.said if event.what == "fold"}

    def from_left(self, seats: Iterable[int], of: int | None = None) -> list[int]:
        """In turn from the left of the button."""
        button = self.button if of is None else of
        return sorted(seats, key=lambda seat: (seat <= button, seat))

    def at(self, test: Callable[[object], bool]) -> int | None:
        """Where in the story something happens first."""
        return next((n for n, event in enumerate(self.events) if test(event)), None)


# Rankings.


def five(cards: Sequence[int], *, wheel_second: bool = False) -> tuple:
    """Five cards of poker, the greater the better; a straight to the five is the lowest."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    counts = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape, order = [n for _, n in counts], [rank for rank, _ in counts]
    flush = len({card % 4 for card in cards}) == 1 and JOKER not in cards
    straight = len(counts) == 5 and ranks[0] - ranks[4] == 4
    if ranks == [12, 3, 2, 1, 0]:
        straight, order = True, [11.5 if wheel_second else 3]
    if shape == [5]:
        return (9, *order)
    if straight:
        return (8 if flush else 4, order[0])
    kind = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0)
    return (5, *order) if flush and kind < 5 else (kind, *order)


def best_five(cards: Sequence[int]) -> tuple:
    return max(map(five, combinations(cards, 5)))


def best_omaha(hole: Sequence[int], board: Sequence[int]) -> tuple:
    return max(five((*h, *b)) for h in combinations(hole, 2) for b in combinations(board, 3))


def best_low(hole: Sequence[int], board: Sequence[int]) -> tuple | None:
    """Two of the hand and three of the board, five ranks to the eight; greater is lower."""
    found = []
    for h in combinations(hole, 2):
        for b in combinations(board, 3):
            ranks = sorted({(card // 4 + 1) % 13 for card in (*h, *b)}, reverse=True)
            if len(ranks) == 5 and ranks[0] <= 7:
                found.append(tuple(-rank for rank in ranks))
    return max(found, default=None)


def ace_to_five(cards: Sequence[int]) -> tuple:
    """Ace to five: no pair, then the highest card down; the joker is the lowest missing rank."""
    ranks = [(card // 4 + 1) % 13 for card in cards if card != JOKER]
    if len(ranks) < len(cards):
        ranks.append(min(set(range(13)) - set(ranks)))
    counts = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = sorted(Counter(ranks).values(), reverse=True)
    return (tuple(-n for n in shape), tuple(-rank for rank, _ in counts))


def seven_low(cards: Sequence[int]) -> bool:
    shape, ranks = ace_to_five(cards)
    return len(shape) == 5 and -ranks[0] <= 6


def three(cards: Sequence[int]) -> tuple:
    """Push Nine: three of a kind, straight, three faces, points."""
    ranks = sorted(card // 4 for card in cards)
    if len(set(ranks)) == 1:
        return (3, ranks[0])
    if ranks == [0, 1, 12]:
        return (2, 1)
    if ranks[2] - ranks[1] == ranks[1] - ranks[0] == 1:
        return (2, ranks[2])
    if all(9 <= rank <= 11 for rank in ranks):
        return (1, 0)
    points = [1 if rank == 12 else rank + 2 if rank < 8 else 0 for rank in ranks]
    return (0, sum(points) % 10)


def with_joker(cards: Sequence[int], *, wheel_second: bool) -> tuple:
    """Five cards in which the joker is an ace, or completes a straight or flush."""
    if JOKER not in cards:
        return five(cards, wheel_second=wheel_second)
    rest = [card for card in cards if card != JOKER]
    found = [(five((*rest, 48 + suit), wheel_second=wheel_second)) for suit in range(4)]
    found = [value for value in found if value[0] not in (4, 5, 8)]
    if all(card // 4 == 12 for card in rest):
        found = [(9, 12)]
    for card in set(range(52)) - set(rest):
        value = five((*rest, card), wheel_second=wheel_second)
        if value[0] in (4, 5, 8):
            found.append(value)
    return max(found)


def pair(cards: Sequence[int]) -> tuple:
    """Two cards in front; the joker is an ace."""
    ranks = sorted((12 if card == JOKER else card // 4 for card in cards), reverse=True)
    return (ranks[0] == ranks[1], *ranks)


# Pots.


def parts(amount: int, count: int, unit: int) -> list[int]:
    """Equal parts of whole chips, odd chips to the first; what is less than a chip as well."""
    whole = amount // unit
    shares = [whole // count * unit] * count
    for at in range(whole % count):
        shares[at] += unit
    shares[0] += amount - sum(shares)
    return shares


def layers(
    put: Counter, alive: Sequence[int], holding: Sequence[int] = ()
) -> tuple[Counter, list[tuple[Counter, list[int]]]]:
    """What goes back uncalled, to one who still holds cards; then who put what into each pot, and
    who may win it.
    """
    put = Counter(put)
    back: Counter = Counter()
    amounts = sorted(put.values(), reverse=True)
    if amounts:
        top = max(put, key=put.__getitem__)
        second = amounts[1] if len(amounts) > 1 else 0
        if put[top] > second and top in (holding or alive):
            back[top], put[top] = put[top] - second, second
    found, below = [], 0
    levels = sorted({put[seat] for seat in alive})
    for level in levels:
        upper = max(put.values(), default=0) if level == levels[-1] else level
        paid = {s: min(n, upper) - min(n, below) for s, n in put.items()}
        found.append((+Counter(paid), [seat for seat in alive if put[seat] >= level]))
        below = level
    return back, found


def shared(
    story: Story, amount: int, values: dict[int, tuple], seats: Sequence[int], unit: int
) -> Stacks:
    """A pot to the best of these seats."""
    top = max(values[seat] for seat in seats)
    winners = story.from_left(seat for seat in seats if values[seat] == top)
    return dict(zip(winners, parts(amount, len(winners), unit), strict=True))


# Flop games.


def flop(high: Callable[..., tuple], low: Callable[..., tuple | None] | None = None) -> Callable:
    def settle(story: Story) -> Stacks | None:
        rules, stacks = story.rules, Counter(story.stacks)
        if not story.button:
            return dict(stacks)
        live, dead = story.put("bet"), story.to_pot()
        put = Counter({seat: n for (seat, _), n in live.items()})
        dealt = {e.dst[0] for e in story.events if type(e) is Cards and e.dst[1] == "hole"}
        alive = story.from_left(dealt - story.folded())
        board = story.cards.get(BOARD, ())
        back, pots = layers(put, alive)
        start = story.hand.opening.chips.get(POT, 0) + sum(dead.values())
        amounts = [sum(paid.values()) for paid, _ in pots] or [0]
        amounts[0] += start
        drop = collected(story, len(dealt), start)
        before = list(amounts)
        amounts[0] -= drop
        taken = levied(rules, amounts, flop=bool(board))
        unit = rules.chip
        if killer_in(story) and rules.kill == "half":
            unit //= 2
        for seat in {*put, *dead}:
            stacks[seat] += back[seat] - put[seat] - dead[seat]
        takers = []
        for n, (_, seats) in enumerate(pots):
            won = award(story, amounts[n] - taken[n], seats, board, high, low, unit)
            stacks.update(won)
            takers.append(set(won))
        check_kill(story, pots, takers, before, scoop=low is not None)
        return dict(stacks)

    return settle


def award(story, amount, seats, board, high, low, unit) -> Counter:
    if len(seats) == 1:
        return Counter({seats[0]: amount})
    hole = {seat: story.cards[seat, "hole"] for seat in seats}
    highs = {seat: high(hole[seat], board) for seat in seats}
    lows = {seat: value for seat in seats if low and (value := low(hole[seat], board))}
    best = {s for s in seats if highs[s] == max(highs.values())}
    lowest = {s for s in lows if lows[s] == max(lows.values())}
    if not lowest or lowest == best:
        return Counter(shared(story, amount, highs, seats, unit))
    halves = parts(amount, 2, unit)
    won = Counter(shared(story, halves[0], highs, seats, unit))
    won.update(shared(story, halves[1], lows, list(lows), unit))
    return won


def collected(story: Story, dealt: int, start: int) -> int:
    """The drop, by the number dealt in, from the main pot as it is when the flop is dealt."""
    rules = story.rules
    fee = {4: rules.drop_four}.get(
        dealt, rules.drop_five_or_more if dealt > 4 else rules.drop_three_or_less
    )
    at = story.at(lambda e: type(e) is Cards and e.dst == BOARD)
    if at is None:
        fee = min(fee, rules.no_flop_drop)
    said = [e for e in story.events[:at] if type(e) is Said]
    out = {e.seat for e in said if e.what == "fold"}
    put = Counter({seat: n for (seat, _), n in story.put("bet", until=at).items()})
    dealt_in = {e.dst[0] for e in story.events if type(e) is Cards and e.dst[1] == "hole"}
    _, pots = layers(put, sorted(dealt_in - out))
    return min(fee, start + (sum(pots[0][0].values()) if pots else 0))


CAVES = ((500_00, 15), (1000_00, 10), (5000_00, 5), (10_000_00, 3), (50_000_00, 1))


def levied(rules, amounts: Sequence[int], *, flop: bool) -> list[int]:
    """The levy of each pot in whole chips, the main pot first, up to the legal cap of the hand."""
    if rules.no_flop_no_drop and not flop:
        return [0] * len(amounts)
    percent = next((p for cave, p in reversed(CAVES) if rules.min_buy_in >= cave), None)
    left = None
    if percent is not None and rules.levy_capped:
        left = floor(Fraction(rules.min_buy_in * percent, 100) / rules.chip) * rules.chip
    taken = []
    for amount in amounts:
        levy = floor(Fraction(amount * rules.levy_percent, 100) / rules.chip) * rules.chip
        levy = levy if left is None else min(levy, left)
        left = None if left is None else left - levy
        taken.append(levy)
    return taken


def killer_in(story: Story) -> int:
    return next((e.seat for e in story.said if e.what == "kill"), 0)


def check_kill(story: Story, pots, takers, amounts, *, scoop: bool) -> None:
    """Who has a leg up and who must kill the next hand (OM-10 to OM-13)."""
    rules, kill, after = story.rules, story.carry.kill, story.hand.carry.kill
    if rules.kill == "none":
        return
    killer, main = killer_in(story), takers[0]
    if scoop:
        everybody = set().union(*takers)
        large = sum(amounts) >= rules.kill_scoop_multiple * 2 * rules.big_blind
        expected = (0, next(iter(everybody)) if len(everybody) == 1 and large else 0)
    elif killer in main:
        expected = (killer, killer)
    elif len(main) > 1:
        expected = (kill.leg if kill.leg in main else 0, 0)
    else:
        (winner,) = main
        limit = rules.big_blind
        if killer:
            limit = limit * 2 if rules.kill == "full" else limit * 3 // 2
        forced: Counter = Counter()
        for e in story.chips:
            if e.dst[1] == "bet" and e.why in ("small blind", "big blind", "post", "kill"):
                forced[e.src[0]] += e.amount
        paid: Counter = Counter()
        for (into, _), who in zip(pots, takers, strict=True):
            if winner in who:
                paid.update(into)
        won = sum(max(0, n - forced[s]) for s, n in paid.items() if s != winner)
        expected = (winner, winner if kill.leg == winner and won >= limit else 0)
    assert (after.leg, after.killer) == expected, f"kill {after}, by the reference {expected}"


# Low Ball.


def low_ball(story: Story) -> Stacks | None:
    rules, stacks = story.rules, Counter(story.stacks)
    if not story.button:
        return dict(stacks)
    drawn = story.at(drawing)
    put = seats_of(story.put("bet"))
    before = seats_of(story.put("bet", until=drawn))
    later = put - before
    dealt = {e.dst[0] for e in story.events if type(e) is Cards and e.dst[1] == "hole"}
    alive = story.from_left(dealt - story.folded())
    values = {seat: ace_to_five(story.cards[seat, "hole"]) for seat in alive if len(alive) > 1}
    sinners = checked_sevens(story, drawn, alive)
    if rules.sevens_rule == "lose_last_action" and values and later:
        if 2 * max(later.values()) < rules.bet_limit * 2 * rules.after_draw_multiplier:
            return None  # The short all-ins of LB-10 are tested by their clauses.
        betting = [seat for seat in alive if later[seat]]
        lowest = max((values[seat] for seat in betting), default=None)
        if any(values[seat] == lowest for seat in betting if seat in sinners):
            put = before
    stacks.subtract(put)
    back, pots = layers(put, alive)
    stacks.update(back)
    fee = 0
    if rules.lowball_collection == "by_players":
        fee = {4: rules.drop_four}.get(
            len(dealt), rules.drop_five_or_more if len(dealt) > 4 else rules.drop_three_or_less
        )
        fee = min(fee, sum(layers(before, alive)[1][0][0].values()))
    for paid, seats in pots:
        amount, fee = sum(paid.values()) - fee, 0
        able = [s for s in seats if s not in sinners] if rules.sevens_rule == "lose_pot" else seats
        one = {seats[0]: amount}
        won = one if len(seats) == 1 else shared(story, amount, values, able or seats, rules.chip)
        stacks.update(won)
    return dict(stacks)


def seats_of(put: Counter) -> Counter:
    return Counter({seat: amount for (seat, _), amount in put.items()})


def drawing(event: object) -> bool:
    """Whether the draw has begun."""
    if type(event) is Cards:
        return event.why == "discard"
    return type(event) is Said and event.what in ("stand pat", "ask cut")


def checked_sevens(story: Story, drawn: int | None, alive: Sequence[int]) -> set[int]:
    """Who checked a seven or better after the draw."""
    checks = {
        e.seat
        for e in story.events[len(story.events) if drawn is None else drawn :]
        if type(e) is Said and e.what == "check"
    }
    return {seat for seat in checks if seat in alive and seven_low(story.cards[seat, "hole"])}


# Push Nine.


def push_nine(story: Story) -> Stacks | None:
    rules, carry, stacks = story.rules, story.carry, Counter(story.stacks)
    chip, push, pot = rules.chip, carry.push, story.hand.opening.chips.get(POT, 0)
    answers = [(seat, d) for seat, d in story.hand.answers if d.act != "close"]
    alike = agreements(story, answers)
    cows, partners, backings = alike
    for cow in cows:
        for seat, share in cow["shares"].items():
            stacks[seat] -= share
    buyers = bought(story, cows, partners, backings, answers)
    for seat in buyers:
        stacks[seat] -= push.price
    pot += push.price * (len(buyers) + len(cows)) if push and not push.entry else 0
    if not story.button:
        return pushed_without_a_deal(story, stacks, pot, cows, answers)
    order = story.from_left(
        {e.dst[0] for e in story.events if type(e) is Cards and e.dst[1] == "hole"}
    )
    if not carry.collected:  # PN-36: after the ante, as far as it goes.
        ante = 0 if push or story.button in carry.antes else rules.ante
        behind = max(0, stacks[story.button] - ante)
        stacks[story.button] -= min(rules.collection_from_button, behind)
    put = seats_of(story.put("bet"))
    for seat, ante in carry.antes.items():
        if not push and seat in story.stacks:
            put[seat] += ante
            stacks[seat] += ante
            pot -= ante
    stacks.subtract(put)
    split = [seat for seat, d in answers if d.act == "split"]
    alive = [seat for seat in order if seat not in story.folded()]
    values = {
        seat: three(story.cards.get((seat, "hole")) or story.cards.get((seat, "folded")))
        for seat in order
        if (seat, "hole") in story.cards or (seat, "folded") in story.cards
    }
    holding, alive = alive, entitled(story, alive, values, partners, backings)
    back, pots = layers(put, alive, holding)
    held = {cow["holder"]: cow for cow in cows}
    won: Counter = Counter()
    amounts = [sum(paid.values()) for paid, _ in pots] or [0]
    amounts[0] += pot
    for amount, (_, seats) in list(zip(amounts, pots, strict=True))[1:]:
        won.update(win(story, amount, seats, values, chip))
    left = Counter({seat: back[seat] for seat in back})
    for cow in cows:  # What was not bet goes back as it was put up.
        rest = cow["stake"] - put[cow["holder"]] + left.pop(cow["holder"], 0)
        stacks[cow["holder"]] += put[cow["holder"]]
        for seat, part in divide(cow, cow["stake"], push.price, chip).items():
            stacks[seat] -= part
        for seat, part in divide(cow, rest, push.price, chip).items():
            stacks[seat] += part
    stacks.update(left)
    main, seats = amounts[0], pots[0][1]
    top = max(values[s] for s in seats) if len(seats) > 1 else None
    winners = [s for s in seats if len(seats) == 1 or values[s] == top]
    times = push.times + 1 if push else 1
    both = tuple(sorted(winners)) in [tuple(sorted(pair)) for pair in partners]
    if len(split) == 2:
        winners = story.from_left(split)
    elif len(winners) > 1 and times < rules.max_pushes and not both:
        check_push(story, winners, main)
        winners = []
    took = dict(zip(winners, parts(main, len(winners), chip), strict=True)) if winners else {}
    won.update(took)
    for seat, amount in won.items():
        if seat in held:
            for member, part in divide(held[seat], amount, push.price, chip).items():
                stacks[member] += part
        else:
            stacks[seat] += amount
    honour(stacks, took, partners, backings, {*buyers} | entered(push), push, chip)
    return dict(stacks)


def entered(push) -> set[int]:
    return {*push.entry.paid} if push and push.entry else set()


def win(story: Story, amount: int, seats: list[int], values, chip: int) -> Stacks:
    if len(seats) == 1:
        return {seats[0]: amount}
    return shared(story, amount, values, seats, chip)


def agreements(story: Story, answers) -> tuple[list[dict], list[tuple], list[tuple]]:
    """Which cows, partners and backers have named each other alike (PN-21 to PN-28, PN-48)."""
    push = story.carry.push
    if push and push.entry:
        cows = [
            {"holder": c.holder, "shares": dict(c.shares), "stake": c.stake}
            for c in push.entry.cows
        ]
        for cow in cows:  # Their shares lie in the pot already.
            for seat, share in cow["shares"].items():
                story.stacks[seat] += share
        return cows, list(push.entry.partners), list(push.entry.backings)
    named = {act: {} for act in ("partner", "backing", "cow", "stake")}
    for seat, decision in answers:
        if decision.act in named and seat not in named[decision.act]:
            named[decision.act][seat] = decision
    pairs = {
        act: [
            (a, d.spot[0])
            for a, d in named[act].items()
            if a < d.spot[0] and d.spot[0] in named[act] and named[act][d.spot[0]].spot[0] == a
        ]
        for act in ("partner", "backing")
    }
    cows = []
    for holder in {d.spot[0] for d in named["cow"].values()}:
        shares = {s: d.amount for s, d in named["cow"].items() if d.spot[0] == holder}
        stakes = [named["stake"][s].amount for s in shares if s in named["stake"]]
        if holder in shares and sum(shares.values()) == push.price and len(stakes) == len(shares):
            cows.append({"holder": holder, "shares": shares, "stake": min(stakes)})
    return cows, pairs["partner"], pairs["backing"]


def bought(story: Story, cows, partners, backings, answers) -> set[int]:
    """Who pays the whole buy-in (PN-18, PN-24, PN-28)."""
    push = story.carry.push
    if not push or push.entry:
        return set()
    alone = {seat for seat, d in answers if d.act == "buy in"}
    return (alone | {s for pair in (*partners, *backings) for s in pair}) - {*push.tied}


def pushed_without_a_deal(story: Story, stacks: Counter, pot: int, cows, answers) -> Stacks | None:
    """One hand alone takes a push pot; the tied may share it (PN-29, PN-50)."""
    push, carry = story.carry.push, story.carry
    if not push and not carry.antes:
        return dict(stacks)
    if cows:
        return None
    if push and push.entry:
        able = {*push.entry.hands}
    elif push:
        able = {*push.tied} | bought(story, [], *agreements(story, answers)[1:], answers)
    else:
        able = {*carry.antes}
    seats = story.from_left([s for s in able if s in story.stacks], carry.button)
    if seats:
        stacks.update(dict(zip(seats, parts(pot, len(seats), story.rules.chip), strict=True)))
        if push and len(seats) > 1:
            _, partners, backings = agreements(story, answers)
            took = dict(zip(seats, parts(pot, len(seats), story.rules.chip), strict=True))
            honour(stacks, took, partners, backings, set(), push, story.rules.chip)
    return dict(stacks)


def entitled(story: Story, alive: list[int], values, partners, backings) -> list[int]:
    """Without those who raised a partner with less than eight, and their partners (PN-26)."""
    if story.rules.partner_raise_rule == "block":
        return alive
    mate = {a: b for pair in (*partners, *backings) for a, b in (pair, pair[::-1])}
    dead: set[int] = set()
    last = 0
    for event in story.said:
        if event.what in ("bet", "raise"):
            if mate.get(event.seat) == last and last and values[event.seat] < (0, 8):
                dead |= {event.seat, last}
            last = event.seat
    left = [seat for seat in alive if seat not in dead]
    if left or not dead:
        return left
    folds = [e.seat for e in story.said if e.what == "fold" and e.seat not in dead]
    return folds[-1:] or alive


def divide(cow: dict, amount: int, price: int, chip: int) -> Stacks:
    """By the shares in whole chips, the rest to the holder."""
    found = {
        seat: amount * share // price // chip * chip
        for seat, share in cow["shares"].items()
        if seat != cow["holder"]
    }
    return {**found, cow["holder"]: amount - sum(found.values())}


def honour(stacks: Counter, took: Stacks, partners, backings, paid: set[int], push, chip) -> None:
    """Partners halve the main pot; a backer gives the buy-in back (PN-27, PN-28)."""
    for a, b in partners:
        more, less = (a, b) if took.get(a, 0) >= took.get(b, 0) else (b, a)
        half = (took.get(more, 0) - took.get(less, 0)) // (2 * chip) * chip
        stacks[more] -= half
        stacks[less] += half
    for a, b in backings:
        for winner, other in ((a, b), (b, a)):
            if took.get(winner) and not took.get(other) and other in paid:
                back = min(took[winner], push.price)
                stacks[winner] -= back
                stacks[other] += back


def check_push(story: Story, tied: list[int], pot: int) -> None:
    after = story.hand.carry
    assert after.push is not None, "a tie that did not push"
    assert {*after.push.tied} == {*tied}, f"tied {after.push.tied}, by the reference {tied}"
    assert after.pot == pot, f"{after.pot} pushed, by the reference {pot}"


# Bets against the house.


def odds(bet: int, price: Fraction, rules) -> int:
    """What a bet wins; less than a cent, or than a chip, is not paid."""
    unit = rules.chip if rules.fraction_rounding == "down_to_chip" else 1
    exact = Fraction(bet) * Fraction(price)
    if rules.fraction_rounding == "up_to_cent":
        return -floor(-exact)
    return floor(exact / unit) * unit


RANKED = {
    9: "five_aces",
    7: "four_of_a_kind",
    6: "full_house",
    5: "flush",
    4: "straight",
    3: "three_of_a_kind",
    2: "two_pair",
    1: "pair",
    0: "high_card",
}
LADDER = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair_of_aces",
    "pair",
    "high_card",
)


def named(value: tuple) -> str:
    if value[0] == 8:
        return "royal_flush" if value[1] == 12 else "straight_flush"
    return "pair_of_aces" if value[:2] == (1, 12) else RANKED[value[0]]


def price(table, value: tuple) -> Fraction | None:
    """The row of the hand, or of the highest below it that the table has."""
    rows = {row: Fraction(str(odd)) for row, odd in plain_rows(table).items()}
    for row in LADDER[LADDER.index(named(value)) :]:
        if row in rows:
            return rows[row]
    return None


def plain_rows(table) -> dict:
    return {name: Fraction(odd) for name, odd in table.rows.items()}


def casino_holdem(story: Story) -> Stacks | None:
    rules, stacks = story.rules, Counter(story.stacks)
    put = story.put()
    board, mine, dealers = (story.cards.get((0, w), ()) for w in ("board", "player", "dealer"))
    for (seat, _), amount in put.items():
        stacks[seat] -= amount
    if len(board) < 5:
        return dict(stacks)
    player, dealer = best_five((*mine, *board)), best_five((*dealers, *board))
    first = best_five((*mine, *board[:3]))
    least = {"pair_of_fours": (1, 2), "pair": (1, 0), "high_card": (0,)}[rules.dealer_qualifies]
    for seat in {s for s, word in put if word == "call"}:
        ante, call, bonus = (put[seat, word] for word in ("ante", "call", "bonus"))
        paid = price(rules.ante_pays, player)
        if dealer < least:
            win = named(player) != "high_card" or rules.high_card_wins_when_dealer_not_qualified
            stacks[seat] += ante + call + (odds(ante, paid, rules) if win else 0)
        elif player > dealer:
            stacks[seat] += (
                ante + call + odds(ante, paid, rules) + odds(call, rules.call_pays, rules)
            )
        elif player == dealer:
            stacks[seat] += ante + call
        bonus_odds = price(rules.bonus_pays, first)
        if bonus and bonus_odds is not None:
            stacks[seat] += bonus + odds(bonus, bonus_odds, rules)
    return dict(stacks)


def heads_up(story: Story) -> Stacks | None:
    rules, stacks = story.rules, Counter(story.stacks)
    put = story.put()
    if any(word.startswith("side") for _, word in put):
        return None
    for (seat, _), amount in put.items():
        stacks[seat] -= amount
    board, dealers = story.cards.get(BOARD, ()), story.cards.get((0, "dealer"), ())
    for seat in {s for s, word in put if word == "raise"}:
        mine = best_five((*story.cards[seat, "hole"], *board))
        dealer = best_five((*dealers, *board))
        ante, odd, more = (put[seat, word] for word in ("ante", "odds", "raise"))
        stacks[seat] += more * (0 if mine < dealer else 2 if mine > dealer else 1)
        plays = dealer >= (1,)
        stacks[seat] += ante * (1 if not plays or mine == dealer else 2 if mine > dealer else 0)
        table = rules.bad_beat_pays if mine < dealer else rules.odds_pays
        paid = price(table, mine)
        if paid is not None and mine != dealer:
            stacks[seat] += odd + odds(odd, paid, rules)
        elif mine >= dealer:
            stacks[seat] += odd
    return dict(stacks)


def double_hand(story: Story) -> Stacks | None:
    rules, stacks = story.rules, Counter(story.stacks)
    put = story.put()
    dice = [event.amount for event in story.said if event.what == "dice"]
    if not dice:
        return dict(stacks)
    (dealer,) = (seat for seat, word in put if word == "bank")
    bank = put[dealer, "bank"]
    wagers = {seat: n for (seat, word), n in put.items() if word == "wager"}
    second = rules.wheel_straight == "second_highest"
    hands = {
        seat: (
            pair(story.cards[seat, "front"]),
            with_joker(story.cards[seat, "back"], wheel_second=second),
        )
        for seat in (dealer, *wagers)
    }
    start = (dealer + sum(dice) - 2) % 7 + 1
    for seat in (dealer, *wagers):
        stacks[seat] -= rules.hand_fee or (
            25 if rules.table_max <= rules.fee_limit_threshold else 50
        )
    left = bank
    for seat in sorted(wagers, key=lambda s: (s - start) % 7):
        covered = min(wagers[seat], left)
        higher = [mine > other for mine, other in zip(hands[seat], hands[dealer], strict=True)]
        copies = [mine == other for mine, other in zip(hands[seat], hands[dealer], strict=True)]
        lost = [
            not h and (not c or rules.copies == "player_dealer")
            for h, c in zip(higher, copies, strict=True)
        ]
        result = covered if all(higher) else -covered if all(lost) else 0
        stacks[seat] += result
        stacks[dealer] -= result
        left = left - result if rules.bank_coverage == "running" else left - covered
    return dict(stacks)


def count(cards: Sequence[int]) -> int:
    """The best total of a blackjack hand."""
    pips = [11 if card // 4 == 12 else min(card // 4 + 2, 10) for card in cards]
    while sum(pips) > 21 and 11 in pips:
        pips[pips.index(11)] = 1
    return sum(pips)


def blackjack(story: Story) -> Stacks | None:
    rules, stacks = story.rules, Counter(story.stacks)
    if rules.surrender != "none" or rules.dealer_blackjack_takes != "all_bets":
        return None
    dealers = story.cards.get((0, "dealer"), ())
    stakes: Counter = Counter()
    results = ("win", "lose", "back")
    for event in story.chips:
        if event.why in results:
            continue
        if event.src[1] == "stack":
            stakes[event.dst] += event.amount
        elif event.dst[1] == "stack":
            stakes[event.src] -= event.amount
        else:
            stakes[event.src] -= event.amount
            stakes[event.dst] += event.amount
    stakes = +stakes
    split = {word.partition(".")[0] for _, word in story.cards if "." in word}
    dealer_blackjack = len(dealers) == 2 and count(dealers) == 21
    for (seat, word), stake in stakes.items():
        stacks[seat] -= stake
        if not dealers:
            stacks[seat] += stake  # Nothing was dealt.
        elif word.startswith("insurance"):
            stacks[seat] += 3 * stake if dealer_blackjack else 0
        else:
            cards = story.cards[0, word]
            natural = len(cards) == 2 and count(cards) == 21 and word.partition(".")[0] not in split
            if natural:
                win = 0 if dealer_blackjack else odds(stake, rules.blackjack_pays, rules)
                stacks[seat] += stake + win
            elif count(cards) <= 21 and not dealer_blackjack:
                mine, house = count(cards), count(dealers)
                ahead = house > 21 or mine > house
                stacks[seat] += stake * (2 if ahead else mine == house)
    return dict(stacks)


GAMES: dict[str, Callable[[Story], Stacks | None]] = {
    "holdem": flop(lambda hole, board: best_five((*hole, *board))),
    "omaha": flop(best_omaha),
    "omaha-hilo": flop(best_omaha, best_low),
    "low-ball": low_ball,
    "push-nine": push_nine,
    "casino-holdem": casino_holdem,
    "heads-up-holdem": heads_up,
    "double-hand": double_hand,
    "blackjack": blackjack,
}
