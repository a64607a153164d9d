/** The messages of the room, as docs/protocol.md fixes them. */

export type Spot = [number, string];
export type Pairs<T> = [Spot, T][];
export type Two = { en: string; fr: string };

export interface Option {
  act: string;
  low?: number;
  high?: number;
  step?: number;
  spot?: Spot;
  cards?: number[];
  clause?: string;
  note?: string;
}

export interface Ask {
  seq: number;
  clause: string;
  open?: boolean;
  asked: number[];
  options?: Option[];
  seconds?: number | null;
  clocks?: [number, number][];
  reserve?: number;
  waiting_for?: number;
}

export interface Reading {
  spot: Spot;
  cards: number[];
  name: Two | string;
}

export interface ChipsEvent {
  type: "chips";
  src: Spot;
  dst: Spot;
  amount: number;
  why: string;
}
export interface CardsEvent {
  type: "cards";
  src: Spot;
  dst: Spot;
  cards: number[];
  why: string;
}
export interface SaidEvent {
  type: "said";
  seat: number;
  what: string;
  amount?: number;
  spot?: Spot;
  cards?: number[];
  by?: string;
  why?: string;
}
export interface HandEvent {
  type: "hand";
  hand: number;
  chips: Pairs<number>;
  deck?: number;
}
export interface OverEvent {
  type: "over";
  hand: number;
  void?: boolean;
  net?: [number, number][];
}
export interface SeatEvent extends Sitter {
  type: "seat";
}
export interface LeftEvent {
  type: "left";
  seat: number;
  player: string;
  name: string;
  amount: number;
  why: string;
}
export interface QueueEvent {
  type: "queue";
  waiting: Waiter[];
}
export interface TableEvent {
  type: "table";
  open?: boolean;
  paused?: boolean;
  last_hands?: number | null;
  version?: string;
}
export interface ActEvent {
  type: "act";
  act: string;
  by: string;
  why: string;
  player?: string;
  amount?: number;
}
export type FeltEvent = ChipsEvent | CardsEvent | SaidEvent;
export type Event =
  FeltEvent | HandEvent | OverEvent | SeatEvent | LeftEvent | QueueEvent | TableEvent | ActEvent;

export interface Sitter {
  seat: number;
  player: string;
  name: string;
  bot?: boolean;
  away?: boolean;
  here?: boolean;
  stack: number;
  leaving?: boolean;
  top_up?: number;
}
export interface Waiter {
  player: string;
  name: string;
  seat?: number;
  seconds?: number;
}
export interface PlateLine {
  text: string;
  clause: string;
  label: string;
}
export interface Prices {
  title: string;
  clause: string;
  rows: [string, string][];
}
export interface PlateSection {
  title: string;
  lines: PlateLine[];
}
export interface Plate {
  limits: PlateLine[];
  prices: Prices[];
  sections: PlateSection[];
}
export interface Clause {
  id: string;
  sheet: string;
  text: string;
}
export interface Layout {
  family: "poker" | "house" | "boxes" | "sets";
  felt: string;
  plan: string;
  aim: string;
  seat_chips: string[];
  seat_cards: string[];
  house_chips: string[];
  house_cards: string[];
}
export interface Totals {
  players: number;
  waiting_for?: number;
  chips: [string, number][];
}

export interface TableMessage {
  type: "table";
  table: string;
  title: string;
  house: string;
  currency: string;
  game: string;
  seq: number;
  hand: number;
  in_play: boolean;
  open: boolean;
  paused: boolean;
  crowd: boolean;
  last_hands: number | null;
  version: string;
  rules: Record<string, unknown>;
  layout: Layout;
  plate: Plate;
  terms: {
    seats: number;
    min_players: number;
    min_buy_in: number;
    max_buy_in: number;
    seat_draw?: string;
    [more: string]: unknown;
  };
  seats: Sitter[];
  waiting: Waiter[];
  you: { seat: number; balance: number };
  view: { chips: Pairs<number>; cards: Pairs<number[]>; deck: number };
  ask: Ask | null;
  readings: Reading[];
  totals: Totals | null;
  /** The hand in play, or the last, from its beginning. */
  events?: Event[];
}
export interface NewsMessage {
  type: "news";
  table: string;
  hand: number;
  first: number;
  seq: number;
  events: Event[];
  ask: Ask | null;
  readings?: Reading[];
  totals?: Totals | null;
  /** When it came: clocks run from here, however long its events take to show. */
  heard?: number;
}
export interface Welcome {
  type: "welcome";
  version: number;
  player: string;
  name: string;
  roles: string[];
  balance: number;
  tables: Record<string, number>;
  notice?: string;
}
export interface Done {
  type: "done";
  id: string;
  table: string;
  seq: number;
  balance?: number;
  seat?: number;
}
export interface Refused {
  type: "refused";
  id: string;
  table: string;
  name: string;
  sentence: string;
  allowed?: Option[];
  clause?: string;
}
export interface Called {
  type: "called";
  table: string;
  seat: number;
  seconds: number;
}
export interface Notice {
  type: "notice";
  table?: string;
  kind: string;
  text: string;
}
export interface ChatMessage {
  type: "chat";
  table: string;
  player: string;
  name: string;
  text: string;
  at: number;
}
export type FromRoom =
  | TableMessage
  | NewsMessage
  | Welcome
  | Done
  | Refused
  | Called
  | Notice
  | ChatMessage
  | { type: "presence"; table: string; seat: number; here: boolean }
  | { type: "totals"; table: string; totals: Totals }
  | { type: "balance"; balance: number }
  | { type: "pong"; id: string; at: number };

export interface LobbyTable {
  table: string;
  title: string;
  game: string;
  game_title: string;
  crowd: boolean;
  seats: number;
  taken: number;
  bots: number;
  waiting: number;
  watching: number;
  hand: number;
  hands: number;
  in_play: boolean;
  open: boolean;
  paused: boolean;
  min_buy_in: number;
  max_buy_in: number;
  limits: string[];
  felt: string;
  pace: number;
}
export interface LobbyHouse {
  name: string;
  title: string;
  currency: string;
  about: string;
  tables: LobbyTable[];
}
export interface Lobby {
  houses: LobbyHouse[];
}
export interface Session {
  lacks?: string[];
  player: string;
  name: string;
  roles: string[];
  balance: number;
  notice?: string;
}
