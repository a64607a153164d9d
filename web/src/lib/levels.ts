/** How well bots play, from the weakest up. */
export const LEVELS = ["beginner", "regular", "strong"] as const;
export type Level = (typeof LEVELS)[number];
export const levelOf = (name: string): Level => LEVELS.find((one) => one === name) ?? "beginner";
