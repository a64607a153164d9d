from croupier import games as games
from croupier import houses as houses
from croupier.core.asks import Decision as Decision
from croupier.core.asks import Option as Option
from croupier.core.asks import Refused as Refused
from croupier.core.catalogue import game as game
from croupier.core.hand import Hand as Hand
from croupier.houses import house as house
from croupier.library import act as act
from croupier.library import count as count
from croupier.library import deal as deal
from croupier.library import edge as edge
from croupier.library import equity as equity
from croupier.library import journal as journal
from croupier.library import play as play
from croupier.library import replay as replay

__version__: str
__all__ = [
    "Decision",
    "Hand",
    "Option",
    "Refused",
    "__version__",
    "act",
    "count",
    "deal",
    "edge",
    "equity",
    "game",
    "games",
    "house",
    "houses",
    "journal",
    "play",
    "replay",
]
