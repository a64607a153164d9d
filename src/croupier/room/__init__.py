"""The room: tables, seats, queues, clocks and the books around the games. Pure: time is given."""
