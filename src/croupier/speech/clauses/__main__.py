"""Print docs/rules/clauses.md."""

import sys

from croupier.speech.clauses import page

sys.stdout.write(page())
