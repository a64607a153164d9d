/** The sheets that a table's page may have open. */
export type Dialog = "" | "sit" | "top_up" | "leave" | "rules" | "floor" | "host";
