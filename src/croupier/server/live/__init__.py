"""The live room: tables as tasks, what each reader is told, and the lines they are told it on."""
