/**
 * SHA-256 (FIPS 180-4), HMAC (RFC 2104) and ChaCha20 (RFC 8439) in plain TypeScript: `crypto.subtle` is
 * there only over https, and a room at home speaks http.
 */

export type Bytes = Uint8Array;

export const hex = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of a text of hexadecimal digits; whatever else it holds makes it no bytes at all. */
export function unhex(text: string): Bytes {
  if (!/^([\da-f]{2})*$/.test(text)) return new Uint8Array();
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function joined(parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((all, part) => all + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const BLOCK = 64;

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

/** The first 32 bits behind the point: the standard takes its constants from roots of primes. */
const behindPoint = (root: number): number => (root - Math.floor(root)) * 2 ** 32;
const ROUNDS = Int32Array.from(primes(64), (prime) => behindPoint(Math.cbrt(prime)));
const START = Int32Array.from(primes(8), (prime) => behindPoint(Math.sqrt(prime)));

const right = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The words of one block, reused from block to block: a proof hashes thousands. */
const WORDS = new Int32Array(64);

function schedule(view: DataView, from: number): void {
  const w = WORDS;
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(from + 4 * i);
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15] as number;
    const b = w[i - 2] as number;
    const low = right(a, 7) ^ right(a, 18) ^ (a >>> 3);
    const high = right(b, 17) ^ right(b, 19) ^ (b >>> 10);
    w[i] = (w[i - 16] as number) + low + (w[i - 7] as number) + high;
  }
}

function compress(state: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const one = right(e, 6) ^ right(e, 11) ^ right(e, 25);
    const first = (h + one + ((e & f) ^ (~e & g)) + (ROUNDS[i] as number) + (WORDS[i] as number)) | 0;
    const zero = right(a, 2) ^ right(a, 13) ^ right(a, 22);
    const second = (zero + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] as number) + word));
}

/** SHA-256 of the parts, one behind the other. */
export function sha256(...parts: Bytes[]): Bytes {
  const message = joined(parts);
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length * 8);
  const state = START.slice();
  for (let at = 0; at < padded.length; at += BLOCK) {
    schedule(view, at);
    compress(state);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setInt32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

export function hmac(key: Bytes, ...parts: Bytes[]): Bytes {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(
    padded.map((byte) => byte ^ 0x36),
    ...parts,
  );
  return sha256(
    padded.map((byte) => byte ^ 0x5c),
    inner,
  );
}

const left = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

function quarter(x: Uint32Array, a: number, b: number, c: number, d: number): void {
  const turn = (to: number, from: number, by: number, sum: number, add: number): void => {
    x[sum] = (x[sum] as number) + (x[add] as number);
    x[to] = left((x[to] as number) ^ (x[from] as number), by);
  };
  turn(d, a, 16, a, b);
  turn(b, c, 12, c, d);
  turn(d, a, 8, a, b);
  turn(b, c, 7, c, d);
}

/** One block of the key stream: 64 bytes. */
export function chacha20(key: Bytes, counter: number, nonce: Bytes): Bytes {
  const start = new Uint32Array(16);
  const words = new DataView(joined([new TextEncoder().encode("expand 32-byte k"), key]).buffer);
  for (let i = 0; i < 12; i++) start[i] = words.getUint32(4 * i, true);
  start[12] = counter;
  const name = new DataView(joined([nonce]).buffer);
  for (let i = 0; i < 3; i++) start[13 + i] = name.getUint32(4 * i, true);
  const x = start.slice();
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < 4; i++) quarter(x, i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; i++) quarter(x, i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
  }
  const block = new DataView(new ArrayBuffer(BLOCK));
  x.forEach((word, i) => block.setUint32(4 * i, word + (start[i] as number), true));
  return new Uint8Array(block.buffer);
}
