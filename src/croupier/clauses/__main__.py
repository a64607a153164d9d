"""Print docs/rules/clauses.md."""

import sys

from croupier.clauses import page

sys.stdout.write(page())
