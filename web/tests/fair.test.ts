/** The bytes of fair/2 are those of the page of bytes, whoever computes them. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chacha20, hex, hmac, joined, sha256, unhex } from "../src/fair/digests";
import { toldPlaces } from "../src/fair/places";
import {
  cardLeaf,
  commitment,
  context,
  dealt,
  deckOf,
  deckSeed,
  jointOf,
  leavesOf,
  offsetsOf,
  orderOf,
  pledged,
  pledgedDeal,
  root,
  salt,
  ZERO,
} from "../src/fair/pledge";
import { deal } from "../src/fair/shuffle";
import type { Event } from "../src/lib/protocol";

const text = (said: string): Uint8Array => new TextEncoder().encode(said);
const filled = (byte: number, count = 32): Uint8Array => new Uint8Array(count).fill(byte);
const PACK = [...Array(52).keys()];
/** What `croupier.core.fair.deal` draws from the seed 00 01 … 1f with lots below 6, 52, 300 and 65536. */
const FAIR_1 = {
  cards: [
    2, 51, 33, 49, 44, 41, 30, 46, 20, 1, 29, 45, 0, 5, 43, 21, 35, 34, 11, 22, 10, 6, 16, 26, 32, 18, 9, 13,
    12, 23, 36, 37, 7, 42, 19, 17, 24, 3, 27, 47, 28, 25, 8, 14, 4, 39, 38, 15, 40, 48, 50, 31,
  ],
  lots: [1, 2, 54, 62684],
};

describe("digests", () => {
  it("SHA-256 is that of FIPS 180-4", () => {
    expect(hex(sha256(text("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(hex(sha256())).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(hex(sha256(text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")))).toBe(
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    );
    expect(hex(sha256(filled(0x61, 1_000_000)))).toBe(
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
    );
  });

  it("is that of the browser, at every length around a block", async () => {
    for (let length = 50; length < 135; length++) {
      const message = filled(length, length);
      expect(hex(sha256(message))).toBe(hex(new Uint8Array(await crypto.subtle.digest("SHA-256", message))));
    }
  });

  it("HMAC is that of RFC 4231", () => {
    expect(hex(hmac(filled(0x0b, 20), text("Hi There")))).toBe(
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    );
    const long = text("Test Using Larger Than Block-Size Key - Hash Key First");
    expect(hex(hmac(filled(0xaa, 131), long))).toBe(
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    );
  });

  it("ChaCha20 is that of RFC 8439, sections 2.3.2 and 2.4.2", () => {
    const key = Uint8Array.from({ length: 32 }, (_, at) => at);
    expect(hex(chacha20(key, 1, unhex("000000090000004a00000000")))).toBe(
      "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e" +
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e",
    );
    const plain = text(
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, " +
        "sunscreen would be it.",
    );
    const nonce = unhex("000000000000004a00000000");
    const stream = joined([chacha20(key, 1, nonce), chacha20(key, 2, nonce)]);
    expect(hex(plain.map((byte, at) => byte ^ stream[at]!)).slice(0, 64)).toBe(
      "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0b",
    );
  });

  it("reads no bytes from what is not hexadecimal", () => {
    for (const wrong of ["0", "0x00", "GG", "AA", "00 11"]) expect(unhex(wrong)).toEqual(new Uint8Array());
  });
});

describe("a shuffle from a seed", () => {
  it("is the room's own, cut and lots with it", () => {
    const drawn = deal(
      Uint8Array.from({ length: 32 }, (_, at) => at),
      PACK,
      [6, 52, 300, 65536],
    );
    expect(drawn).toEqual(FAIR_1);
  });

  it("has no seed of another length", () => {
    expect(() => deal(new Uint8Array(31), PACK, [])).toThrow("32 bytes");
  });
});

describe("the bytes of the design", () => {
  const ground = {
    table: "casino-club/holdem-2-4",
    hand: 18,
    game: "holdem",
    pack: PACK,
    bounds: [13, 12, 6],
  };
  const master = Uint8Array.from({ length: 32 }, (_, at) => at);
  const ctx = context(ground);
  const seeds = [0, 1, 2, 3].map((deck) => deckSeed(master, ctx, deck));
  const deals = seeds.map((seed) => pledgedDeal(seed, ground));
  const leaves = seeds.map((seed, deck) => leavesOf(seed, ctx, deck, deals[deck]!));
  const roots = leaves.map((all, deck) => root(ctx, deck, all));
  const reveals = [[5, filled(0x55)] as const, [2, filled(0xaa)] as const];
  const commits = [
    [5, commitment(ground.table, 18, "ada", filled(0x55))] as const,
    [2, commitment(ground.table, 18, "g1f", filled(0xaa))] as const,
  ];
  const pledge = pledged(ctx, roots, commits, ZERO);
  const joint = jointOf(pledge, reveals);

  it("makes the same context, seeds and roots", () => {
    expect(hex(ctx)).toBe("71feee93f3cea8c1c253082c0049aca1a5ee8db9307b4be4ac3b7580b171526d");
    expect(seeds.map(hex)).toEqual([
      "ed18d170b1767bc46217987111cc74a1cec3fb59208219c5488b656e7d7b1398",
      "2df115119b00ce2caff4a2f0b8bea5b115f9592226e01612045a94884500d9f2",
      "168c18c14c63e6897a01317f966dc6a5f98b11b6cd5dfde6871f5672be7affac",
      "865f30989748e72793767357bda9b6b8aebca2ac0cdbc6de2b3aeaf24250d745",
    ]);
    expect(roots.map(hex)).toEqual([
      "4eeb6cc101349c56ba0522709074dd4243c3cd2a6ee2b6b05f9fb9fe242b061d",
      "b2d9571233e1b6fda11110157194899aebea7adaefeaf440ce4b96b68a10145c",
      "5e7f695d320c1467fa224c4263aaf881ed29d86a6cf626ba5d934413d6500d94",
      "d4becf64943369774bdd2537fa9586b94dcc7c79364e1cac3c67d37f8f93c792",
    ]);
  });

  it("makes the same commitments, pledge and joint seed, by seat and not by arrival", () => {
    expect(commits.map(([, bytes]) => hex(bytes))).toEqual([
      "0d1333ddc4685ae07bdbb3f8e4651b394092583cad69bcd5a0d9c528e1da0d96",
      "4fe11a690fd4afddd8b86f175de5e8eef6cb4a0467579e772dc427af97e81dca",
    ]);
    expect(hex(pledge)).toBe("0c8b450138bb275e2f5660d6c3039b224af4b81c5e651bbcc3516a412e1d0305");
    expect(hex(joint)).toBe("b6600804e378e9da607d18a076d5ff427391c8a6e0dffab8b34b4a3c0ccb931b");
  });

  it("deals the same cards and lots", () => {
    expect(deckOf(joint)).toBe(2);
    expect(orderOf(joint, 52).slice(0, 8)).toEqual([32, 19, 20, 51, 50, 45, 44, 25]);
    const whole = dealt(deals[2]!, joint, ground.bounds);
    // Ts Qd 4h 9s 3d Jc 5c 9h
    expect(whole.cards.slice(0, 8)).toEqual([35, 41, 10, 31, 5, 36, 12, 30]);
    expect(deals[2]!.lots).toEqual([3, 5, 0]);
    expect(whole.lots).toEqual([2, 4, 0]);
    expect(offsetsOf(joint, ground.bounds)).toEqual([12, 11, 0]);
  });

  it("opens the first place with the same salt and leaf", () => {
    const bytes = salt(seeds[2]!, 32);
    expect(hex(bytes)).toBe("414ee71e54c9f522d12c8f166e594e8b587a8defcb80f223f96921332b9985d3");
    expect(hex(cardLeaf(ctx, 2, 32, 35, bytes))).toBe(
      "a691756bb827ba7d2039245ba6e07b5f409925f92114808965247cc89a013f41",
    );
    expect(leaves[2]![32]).toEqual(cardLeaf(ctx, 2, 32, 35, bytes));
  });
});

type Followed = { size: number; feed: Event[]; known: [number, number][] };
const feeds = JSON.parse(readFileSync(new URL("../dev/feeds.json", import.meta.url), "utf8")) as Record<
  string,
  Followed[]
>;

describe.each(Object.entries(feeds))("the places of %s", (_, hands) => {
  it.each(hands.map((one, at) => [at + 1, one] as const))("are those the room opens, hand %i", (_, one) => {
    const found = [...toldPlaces(one.feed, one.size, new Map(one.known))].sort(([a], [b]) => a - b);
    expect(found).toEqual(one.known);
  });
});
