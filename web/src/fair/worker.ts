/** Checks beside the page: a shoe takes longer than a frame. */
import type { Proof } from "../lib/protocol";
import { verify, type Kept } from "./verify";

onmessage = ({ data }: MessageEvent<{ id: number; proof: Proof; kept: Kept }>): void =>
  postMessage({ id: data.id, verdict: verify(data.proof, data.kept) });
