"""The room as a server: store, tables as tasks, WebSocket and REST. Only here is there a clock."""

from croupier.extras import need

need("room", "litestar", "sqlalchemy", "uvicorn")
