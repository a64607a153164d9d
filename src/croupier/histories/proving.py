"""A proof of the shuffle held against the text of its hand, which is put to the rules besides.

So nobody can slip in a burn card to skip one: a hand that does not follow from its house's rules is
named, however well its cards were pledged.
"""

from collections.abc import Iterator

from croupier.core import catalogue
from croupier.core.following import lots_aloud
from croupier.core.hand import Hand
from croupier.core.proofs import Proof
from croupier.core.verify import Check, Seen, hand_checks
from croupier.histories.story import BadHistory, Story, Untold, replayed


def story_checks(proof: Proof, story: Story) -> Iterator[Check]:
    """Whether a story is the hand of a proof, and follows from its rules."""
    yield Check("text", _other_hand(proof, story))
    hand: Hand | None = None
    try:
        hand = replayed(story)
        yield Check("rules")
    except Untold as reason:
        yield Check("rules", skipped=str(reason))
    except BadHistory as error:
        yield Check("rules", str(error))
    whole = story.deal is not None
    seen = Seen(
        game=story.game,
        pack=story.game.pack(story.rules),
        feed=story.events,
        lots=lots_aloud(hand) if whole and hand else story.lots,
        whole=whole,
    )
    yield from hand_checks(proof, seen)


def _other_hand(proof: Proof, story: Story) -> str:
    about = story.about
    if catalogue.name(story.game) != proof.game:
        return f"the text is of {catalogue.name(story.game)}, the proof of {proof.game}"
    if about.number not in (0, proof.hand):
        return f"the text is of hand {about.number}, the proof of hand {proof.hand}"
    if about.house and f"{about.house}/{about.table}" != proof.table:
        return f"the text is of {about.house}/{about.table}, the proof of {proof.table}"
    return ""
