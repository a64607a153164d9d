"""The books: store, ledger, chain and seals, and the audit that proves them."""
