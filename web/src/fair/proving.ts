/** A proof, asked for and held against what this browser has kept of its hand. */
import { get, Trouble } from "../lib/api";
import type { Event, PledgeLine, Proof } from "../lib/protocol";
import type { Memory } from "./memory";
import { verify, type Kept, type Verdict } from "./verify";

export interface Proven {
  proof: Proof;
  verdict: Verdict;
}

/** Prove a hand that is over: my own, or what the public saw of it. */
export async function prove(
  memory: Memory,
  hand: number,
  feed: Event[],
  crowd: boolean,
  mine: boolean,
): Promise<Proven> {
  const proof = await proofOf(memory.table, hand, mine);
  const verdict = await judged(proof, await keptOf(memory, proof, feed, crowd));
  if (!verdict.failed && proof.record) memory.keep(proof.first, { record: proof.record });
  return { proof, verdict };
}

async function proofOf(table: string, hand: number, mine: boolean): Promise<Proof> {
  const open = `tables/${table}/fair/${hand}`;
  if (!mine) return get<Proof>(open);
  try {
    return await get<Proof>(`me/hands/${table}/${hand}/fair`);
  } catch (error) {
    // At the table, but not dealt in: I have seen what everybody has.
    if (error instanceof Trouble && error.told.name === "not_found") return get<Proof>(open);
    throw error;
  }
}

async function keptOf(memory: Memory, proof: Proof, feed: Event[], crowd: boolean): Promise<Kept> {
  const { pledge, entropy = "", acknowledged = false, sent } = memory.hand(proof.first);
  const { told } = memory.hand(proof.hand);
  const seat = memory.seat(proof.first);
  const spent = sent !== undefined && sent !== pledge?.pledge;
  const last = await recordBefore(memory, proof);
  return {
    feed,
    crowd,
    ...(pledge && { pledge }),
    ...(told && { told }),
    ...(seat && { mine: { seat, player: memory.player, entropy, acknowledged, spent } }),
    ...(last !== undefined && { last }),
  };
}

/** What the pledge must name as the record before: that of the last hand I know, or one that leads back to it. */
async function recordBefore(memory: Memory, proof: Proof): Promise<string | undefined> {
  const known = memory.before(proof.first);
  if (!known || known.record === proof.prev) return known?.record;
  const lines = await get<PledgeLine[]>(`tables/${memory.table}/fair`);
  const prev = new Map(lines.map((line) => [line.record, line.prev]));
  for (let at = proof.prev; prev.has(at); at = prev.get(at) ?? "")
    if (prev.get(at) === known.record) return proof.prev;
  const tooLongAgo = lines.every((line) => line.hand > known.hand);
  return tooLongAgo ? undefined : known.record;
}

let worker: Worker | null | undefined;
let asked = 0;

/** The verdict, reached beside the page; in it where the browser has no workers. */
function judged(proof: Proof, kept: Kept): Promise<Verdict> {
  if (worker === undefined) {
    try {
      worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    } catch {
      worker = null;
    }
  }
  const other = worker;
  if (!other) return Promise.resolve(verify(proof, kept));
  const id = ++asked;
  return new Promise((settle) => {
    const done = (verdict: Verdict): void => {
      other.removeEventListener("message", heard);
      other.removeEventListener("error", broken);
      settle(verdict);
    };
    const heard = ({ data }: MessageEvent<{ id: number; verdict: Verdict }>): void => {
      if (data.id === id) done(data.verdict);
    };
    const broken = (): void => {
      worker = null;
      done(verify(proof, kept));
    };
    other.addEventListener("message", heard);
    other.addEventListener("error", broken);
    other.postMessage({ id, proof, kept });
  });
}
