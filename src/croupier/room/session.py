"""A session of a table: from its opening to its last hands."""

from croupier.core.asks import Refused


class Session:
    """Whether hands are still to come (TH-04, TH-57)."""

    def __init__(self, since: float = 0.0) -> None:
        self.closed = False
        self.since = since
        """When it was opened or closed."""
        self.last_hands: int | None = None
        """How many are left to play, once announced (TH-57)."""
        self.announced_in_hand = False

    def check_seating(self) -> None:
        """Nobody comes in towards the end."""
        if self.closed or self.last_hands is not None:
            why = "nobody can sit down once the last hands are announced (TH-57)"
            raise Refused(why, name="closed" if self.closed else "not_allowed")

    def announce(self, count: int, *, in_hand: bool) -> int:
        """The game ends after `count` more hands; the one in play does not count (TH-57)."""
        if self.last_hands is not None:
            raise Refused("the last hands have been announced already (TH-57)")
        self.last_hands, self.announced_in_hand = count, in_hand
        return count

    def count(self, *, played: bool) -> None:
        """A hand is over."""
        if played and self.last_hands and not self.announced_in_hand:
            self.last_hands -= 1
        self.announced_in_hand = False

    def played_out(self, *, enough: bool) -> bool:
        """Whether the last hands are played, or announced and there are too few for them."""
        return self.last_hands == 0 or (self.last_hands is not None and not enough)

    def check_closing(self, *, enough: bool) -> None:
        """A session ends with its last hands."""
        if not self.played_out(enough=enough):
            raise Refused("the last hands must be announced and played first (TH-57)")

    def goes_on(self, players: int, least: int) -> bool:
        """Whether a hand may follow when only these are left; others may come until it ends."""
        if self.closed or self.last_hands == 0:
            return False
        return players >= (1 if self.last_hands is None else least)
