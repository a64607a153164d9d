/** A pot that a tie has pushed into another hand, as the room announces it. */
import type { SaidEvent } from "./protocol";

export interface Push {
  /** How often the pot has been pushed. */
  times: number;
  /** What buying in costs, and what must lie behind to bet with. */
  price: number;
  behind: number;
  tied: number[];
}

/** What is known of the push pot when one more word was said. */
export function heard(push: Push | null, { seat, what, amount = 0 }: SaidEvent): Push | null {
  if (what === "push") return { times: amount, price: 0, behind: 0, tied: [] };
  if (!push) return null;
  if (!seat && what === "buy in") return { ...push, price: amount };
  if (!seat && what === "behind") return { ...push, behind: amount };
  return what === "tied" ? { ...push, tied: [...push.tied, seat] } : push;
}
