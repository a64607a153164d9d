// Made by scripts/make-protocol from the types of the server: change them there.

/** A seat, 0 being the house, and a word. */
export type Spot = [number, string];

export type Pairs<T> = [Spot, T][];

/** Chips went from spot to spot. */
export interface ChipsEvent {
  type: "chips";
  src: Spot;
  dst: Spot;
  amount: number;
  why: string;
}

/** Cards went from spot to spot, or were shown where they lie. */
export interface CardsEvent {
  type: "cards";
  src: Spot;
  dst: Spot;
  cards: number[];
  why: string;
}

/** A seat's accepted answer, or a word of the house. Which cards it names, only `eyes` learn. */
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

/** How a hand was dealt from its pledge: the joint chance picked a deck (docs/fairness.md). */
export interface Chance {
  pledge: string;
  joint: string;
  deck: number;
  reveals: Spot[];
}

/** A hand begins with these chips on the felt and `deck` cards in the deck. */
export interface HandEvent {
  type: "hand";
  hand: number;
  chips: Pairs<number>;
  deck: number;
  fair: Chance | null;
}

/** A hand has ended, and what each seat won or lost. */
export interface OverEvent {
  type: "over";
  hand: number;
  void: boolean;
  net: [number, number][];
}

/** Who sits in a seat, and how. */
export interface SeatEvent {
  type: "seat";
  seat: number;
  player: string;
  name: string;
  bot: boolean;
  away: boolean;
  stack: number;
  leaving: boolean;
  top_up: number;
  timed_out: boolean;
}

/** A seat is free again. */
export interface LeftEvent {
  type: "left";
  seat: number;
  player: string;
  name: string;
  amount: number;
  why: string;
}

/** An entry of the waiting list. */
export interface Waiter {
  player: string;
  name: string;
  seat: number;
  seconds: number;
}

/** The waiting list has changed. */
export interface QueueEvent {
  type: "queue";
  waiting: Waiter[];
}

/** How the table stands. */
export interface TableEvent {
  type: "table";
  open: boolean;
  paused: boolean;
  last_hands: number | null;
  version: string;
  pace: string;
  level: string;
}

/** A member of the staff did this. */
export interface ActEvent {
  type: "act";
  act: string;
  by: string;
  why: string;
  player: string;
  amount: number;
}

/** The answer to hello. */
export interface Welcome {
  type: "welcome";
  version: number;
  croupier: string;
  player: string;
  name: string;
  roles: string[];
  balance: number;
  tables: Record<string, number>;
  notice: string;
}

/** How a table of the game is drawn: its family and felt, and the words of its spots. */
export interface Layout {
  family: "poker" | "house" | "boxes" | "sets";
  felt: "green" | "midnight" | "wine";
  plan: string;
  aim: string;
  place: number;
  seat_chips: string[];
  seat_cards: string[];
  house_chips: string[];
  house_cards: string[];
}

/** One rule or limit, and the clause that makes it. */
export interface PlateLine {
  text: string;
  clause: string;
  label: string;
  key: string;
  brief: string;
}

/** What some hands are paid. */
export interface PriceRow {
  name: string;
  pays: string;
  hands: string[];
}

/** A pay table as a person reads it. */
export interface Prices {
  title: string;
  clause: string;
  rows: PriceRow[];
}

/** Rules under one heading. */
export interface PlateSection {
  title: string;
  lines: PlateLine[];
}

/** All that a player wants to know before they bet. */
export interface Plate {
  limits: PlateLine[];
  prices: Prices[];
  sections: PlateSection[];
}

/** How people sit, buy in, stay away and leave. */
export interface Terms {
  seats: number;
  min_players: number;
  chip: number;
  min_buy_in: number;
  max_buy_in: number;
  advised_buy_in: number;
  recave_up_to: "max_buy_in" | "unlimited";
  allow_short_rebuy: boolean;
  seat_draw: "random" | "choose";
  waiting_list_order: "fifo" | "random";
  seat_changes: boolean;
  max_absence_minutes: number;
  auto_consign: boolean;
  rathole_minutes: number;
  last_hands_count: number;
  redraw_after_break: boolean;
  time_bank_seconds: number;
  chat_during_hand: boolean;
}

/** A seat in a snapshot. */
export interface Sitter {
  seat: number;
  player: string;
  name: string;
  bot: boolean;
  away: boolean;
  here: boolean;
  stack: number;
  leaving: boolean;
  top_up: number;
  timed_out: boolean;
}

/** The reader. */
export interface You {
  seat: number;
  balance: number;
  consigned: number;
  out_at_blind: boolean;
}

/** The felt as one seat sees it. */
export interface View {
  chips: Pairs<number>;
  cards: Pairs<number[]>;
  deck: number;
}

/** One legal act as data. */
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

/** A question as one seat sees it. */
export interface Ask {
  seq: number;
  clause: string;
  open: boolean;
  asked: number[];
  options: Option[];
  seconds: number;
  clocks: [number, number][];
  reserve: number;
  waiting_for: number;
  banks: number[];
}

/** The low hand of the same cards. */
export interface LowReading {
  cards: number[];
  name: Record<"en" | "fr", string>;
  place: number;
}

/** What cards are worth, in both languages. */
export interface Reading {
  spot: Spot;
  cards: number[];
  name: Record<"en" | "fr", string>;
  kind: string;
  made: number[];
  place: number;
  low: LowReading | null;
}

/** A crowd in numbers. */
export interface Totals {
  players: number;
  waiting_for: number;
  chips: [string, number][];
}

/** The whole view. */
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
  terms: Terms;
  seats: Sitter[];
  waiting: Waiter[];
  you: You;
  view: View;
  ask: Ask | null;
  readings: Reading[];
  totals: Totals | null;
  events: Event[];
  pace: string;
  level: string;
  house_level: string;
  private: boolean;
}

/** What has happened. */
export interface NewsMessage {
  type: "news";
  table: string;
  hand: number;
  first: number;
  seq: number;
  events: Event[];
  ask: Ask | null;
  readings: Reading[];
  totals: Totals | null;
}

/** A crowd in numbers, between other news. */
export interface TotalsMessage {
  type: "totals";
  table: string;
  totals: Totals;
}

/** What the next hand is dealt from; contributors reveal when they hold it. */
export interface PledgeMessage {
  type: "pledge";
  table: string;
  hand: number;
  fair: number;
  context: string;
  decks: string[];
  entropy: Spot[];
  prev: string;
  pledge: string;
  seconds: number;
}

/** An action is in the books. */
export interface Done {
  type: "done";
  id: string;
  table: string;
  seq: number;
  balance: number;
  seat: number;
}

/** Nothing has changed. */
export interface Refused {
  type: "refused";
  id: string;
  table: string;
  name: string;
  sentence: string;
  allowed: Option[];
  clause: string;
}

/** A seat is free for you. */
export interface Called {
  type: "called";
  table: string;
  seat: number;
  seconds: number;
}

/** An account has changed. */
export interface Balance {
  type: "balance";
  balance: number;
}

/** Somebody's connection was lost, or is back. */
export interface Presence {
  type: "presence";
  table: string;
  seat: number;
  here: boolean;
}

/** A word to one person. */
export interface Notice {
  type: "notice";
  kind: string;
  text: string;
  table: string;
}

/** Somebody said something. */
export interface ChatMessage {
  type: "chat";
  table: string;
  player: string;
  name: string;
  text: string;
  at: number;
}

/** Somebody shows a feeling. */
export interface EmoteMessage {
  type: "emote";
  table: string;
  player: string;
  seat: number;
  emote: "well played" | "nice hand" | "thanks" | "good luck" | "unlucky" | "laugh" | "wow" | "hurry";
}

/** Here. */
export interface Pong {
  type: "pong";
  id: string;
  at: number;
}

/** A tournament in the lobby. */
export interface TournamentLine {
  tournament: string;
  title: string;
  house: string;
  currency: string;
  game: string;
  game_title: string;
  kind: "sit-and-go" | "scheduled";
  state: "open" | "running" | "over" | "cancelled";
  registering: boolean;
  starts_in: number | null;
  price: number;
  buy_in: number;
  fee: number;
  bounty: number;
  guarantee: number;
  stack: number;
  seats: number;
  entrants: number;
  entrants_min: number;
  entrants_max: number;
  bots: number;
  left: number;
  pool: number;
  level: number;
  mine: "" | "in" | "out";
}

/** What is bet, in the words of the game, and for how long. */
export interface TournamentLevel {
  small: number;
  big: number;
  ante: number;
  minutes: number;
  pause: boolean;
}

/** More chips for everybody, once, at a break. */
export interface AddOnOffer {
  price: number;
  chips: number;
  at_break: number;
}

/** A player of a tournament. */
export interface Entrant {
  player: string;
  name: string;
  bot: boolean;
  stack: number;
  table: string;
  seat: number;
  place: number;
  prize: number;
  bounties: number;
  out: boolean;
  entries: number;
  rebuys: number;
  added: boolean;
  penalty: number;
  penalty_levels: number;
  offer: number;
}

/** A table of a tournament. */
export interface EventTable {
  table: string;
  number: number;
  players: number;
  waits: string;
  playing: boolean;
}

/** A deal that the players of the final table talk about. */
export interface DealTalk {
  seconds: number;
  shares: Record<string, number>;
  agreed: string[];
  open: boolean;
}

/** All about a tournament, the same for everybody. */
export interface TournamentMessage {
  type: "tournament";
  line: TournamentLine;
  levels: TournamentLevel[];
  current: TournamentLevel;
  at: number;
  level_left: number;
  running: boolean;
  on_break: boolean;
  hand_for_hand: boolean;
  final: boolean;
  prizes: number[];
  fixed: boolean;
  entries: number;
  late_until: number;
  re_entries: number;
  rebuys: number;
  rebuy_price: number;
  rebuy_chips: number;
  rebuy_at_most: number;
  add_on: AddOnOffer | null;
  adding: boolean;
  deal: string;
  entrants: Entrant[];
  tables: EventTable[];
  talk: DealTalk | null;
}

/** One thing that has happened in a tournament. */
export interface TournamentNotice {
  what:
    | "entered"
    | "withdrew"
    | "started"
    | "level"
    | "break"
    | "moved"
    | "offer"
    | "rebuy"
    | "add on"
    | "out"
    | "bounty"
    | "prizes"
    | "hand for hand"
    | "final table"
    | "talk"
    | "deal"
    | "over"
    | "cancelled"
    | "penalty"
    | "no show"
    | "color up"
    | "awarded";
  player: string;
  name: string;
  table: string;
  seat: number;
  amount: number;
  place: number;
  why: string;
}

/** What has happened in a tournament. */
export interface TournamentNews {
  type: "tournament_news";
  tournament: string;
  notices: TournamentNotice[];
}

/** An entry is in the books. */
export interface TournamentDone {
  type: "tournament_done";
  id: string;
  tournament: string;
  balance: number;
}

/** The first word. */
export interface Hello {
  type: "hello";
  version: number;
  token?: string;
  language?: "en" | "fr";
}

/** Look at a table. */
export interface Join {
  type: "join";
  table: string;
  since?: number;
}

/** Stop looking. */
export interface Part {
  type: "part";
  table: string;
}

/** Take a seat. */
export interface Sit {
  type: "sit";
  table: string;
  id: string;
  buy_in: number;
  seat?: number;
  post?: boolean;
}

/** Put a name on the waiting list. */
export interface Wait {
  type: "wait";
  table: string;
  id: string;
}

/** Take a name off the waiting list. */
export interface Unwait {
  type: "unwait";
  table: string;
  id: string;
}

/** More chips before the next hand. */
export interface TopUp {
  type: "top_up";
  table: string;
  id: string;
  amount: number;
}

/** Stay away, at once or when the big blind comes. */
export interface SitOut {
  type: "sit_out";
  table: string;
  id: string;
  when?: "now" | "blind" | "never";
}

/** Come back. */
export interface SitIn {
  type: "sit_in";
  table: string;
  id: string;
  post?: boolean;
}

/** Move to another seat. */
export interface ChangeSeat {
  type: "change_seat";
  table: string;
  id: string;
  seat: number;
  post?: boolean;
}

/** Take consigned chips back. */
export interface Claim {
  type: "claim";
  table: string;
  id: string;
}

/** Get up. */
export interface Leave {
  type: "leave";
  table: string;
  id: string;
}

/** Deal now. */
export interface Ready {
  type: "ready";
  table: string;
  id: string;
}

/** Reveal what was committed to for the hand that is pledged, and commit for the one after it. */
export interface Contribute {
  type: "entropy";
  table: string;
  id: string;
  hand: number;
  reveal?: string;
  next?: string;
}

/** How fast the table goes, for a player who sits alone with bots. */
export interface ChoosePace {
  type: "pace";
  table: string;
  id: string;
  pace: "calm" | "usual" | "fast";
}

/** How well the bots play, for a player who sits alone with them. */
export interface ChooseLevel {
  type: "level";
  table: string;
  id: string;
  level: "beginner" | "regular" | "strong";
}

/** Answer an ask. */
export interface Decide {
  type: "decide";
  table: string;
  id: string;
  hand: number;
  seq: number;
  act: string;
  amount?: number;
  spot?: Spot;
  cards?: number[];
}

/** Say something. */
export interface Chat {
  type: "chat";
  table: string;
  id: string;
  text: string;
}

/** Show a feeling, one of a few: everybody reads it in their own language. */
export interface Emote {
  type: "emote";
  table: string;
  id: string;
  emote: "well played" | "nice hand" | "thanks" | "good luck" | "unlucky" | "laugh" | "wow" | "hurry";
}

/** Call the floor. */
export interface CallFloor {
  type: "floor";
  table: string;
  id: string;
  text: string;
}

/** A question whether the room is there. */
export interface Ping {
  type: "ping";
  id?: string;
}

/** Hear of a tournament. */
export interface Follow {
  type: "follow";
  tournament: string;
}

/** Hear of it no more. */
export interface Unfollow {
  type: "unfollow";
  tournament: string;
}

/** Buy in; or again after being out. */
export interface Enter {
  type: "enter";
  tournament: string;
  id: string;
}

/** Take the buy-in back before the start. */
export interface Withdraw {
  type: "withdraw";
  tournament: string;
  id: string;
}

/** Answer the offer of new chips. */
export interface Rebuy {
  type: "rebuy";
  tournament: string;
  id: string;
  yes?: boolean;
}

/** Buy the add-on at its break. */
export interface AddOnTaken {
  type: "add_on";
  tournament: string;
  id: string;
}

/** Propose a deal at the final table. */
export interface Talk {
  type: "talk";
  tournament: string;
  id: string;
}

/** Answer to a deal. */
export interface Agree {
  type: "agree";
  tournament: string;
  id: string;
  yes?: boolean;
}

/** One thing to tell a newcomer, and its moment: the acts, the cards or the end that it waits */
export interface GuideStep {
  text: string;
  at: string;
  asked: string[];
  lies: string;
  over: boolean;
}

/** A hand of the ranking: its name and cards of which it can be made. */
export interface Rung {
  name: string;
  cards: number[];
}

/** A ranking, the best hand first. */
export interface Ladder {
  title: string;
  rungs: Rung[];
  note: string;
}

/** The goal, a round in a few lines, the ranking in cards, and the steps of the first hands. */
export interface Guide {
  goal: string;
  course: PlateLine[];
  ladders: Ladder[];
  steps: GuideStep[];
}

/** A table in the lobby. */
export interface LobbyTable {
  table: string;
  title: string;
  game: string;
  game_title: string;
  felt: string;
  crowd: boolean;
  seats: number;
  taken: number;
  bots: number;
  waiting: number;
  watching: number;
  hand: number;
  hands: number;
  pace: number;
  in_play: boolean;
  open: boolean;
  paused: boolean;
  min_buy_in: number;
  max_buy_in: number;
  advised_buy_in: number;
  called: string;
  place: number;
  private: boolean;
  limits: PlateLine[];
}

/** A house in the lobby. */
export interface LobbyHouse {
  name: string;
  title: string;
  currency: string;
  about: string;
  tables: LobbyTable[];
}

/** All houses. */
export interface Lobby {
  houses: LobbyHouse[];
}

/** What one clause of the rule sheets says. */
export interface Clause {
  id: string;
  sheet: string;
  text: string;
}

/** A refusal as it is sent. */
export interface Refusal {
  name: string;
  sentence: string;
  allowed: Option[];
  clause: string;
}

/** A new session; a browser has the token in a cookie instead. */
export interface Session {
  token: string;
  player: string;
  name: string;
  roles: string[];
  balance: number;
  notice: string;
  lacks: string[];
  guest: boolean;
}

/** The password was right; a second factor is asked for. */
export interface Half {
  name: string;
  sentence: string;
  ticket: string;
  kinds: string[];
  passkey: unknown;
}

/** Somebody one keeps something about, and where they sit now. */
export interface Acquaintance {
  player: string;
  name: string;
  avatar: string;
  note: string;
  friend: boolean;
  muted: boolean;
  tables: string[];
}

/** A line of the board. */
export interface LeaderLine {
  place: number;
  player: string;
  name: string;
  avatar: string;
  hands: number;
  net: number;
  you: boolean;
}

/** The best in one money; `mine` is one's own line, wherever it stands. */
export interface Board {
  currency: string;
  lines: LeaderLine[];
  mine: LeaderLine | null;
}

/** Somebody in a club. */
export interface ClubMember {
  player: string;
  name: string;
  avatar: string;
  role: "founder" | "steward" | "member" | "out";
  since: number;
  here: boolean;
}

/** A club that one is in. */
export interface ClubLine {
  club: string;
  name: string;
  role: "founder" | "steward" | "member" | "out";
  members: number;
}

/** A club as one of its members sees it. */
export interface Club {
  club: string;
  name: string;
  role: "founder" | "steward" | "member" | "out";
  members: number;
  since: number;
  code: string;
  people: ClubMember[];
  tables: LobbyTable[];
}

/** Stakes that may be chosen. */
export interface StakeLine {
  stakes: "micro" | "small" | "house" | "double" | "big";
  amounts: number[];
}

/** A table of a house as hosts may have it. */
export interface Offer {
  table: string;
  title: string;
  house: string;
  currency: string;
  game: string;
  stakes: StakeLine[];
  seats: [number, number, number];
}

/** What a host may choose. */
export interface HostForm {
  offers: Offer[];
  bots: number;
  own: number;
}

/** A table that somebody wants to open. */
export interface TableWish {
  table: string;
  stakes: "micro" | "small" | "house" | "double" | "big";
  seats: number;
  pace: "calm" | "usual" | "fast";
  bots: number;
  level: "beginner" | "regular" | "strong" | null;
  club: string;
}

/** What a code opens: a table, or the way into a club. */
export interface Door {
  table: string;
  club: string;
}

/** Somebody who was put out of a table. */
export interface PutOut {
  player: string;
  name: string;
}

/** A private table, for those who may come to it. */
export interface PrivateTable {
  table: string;
  code: string;
  host: string;
  host_name: string;
  yours: boolean;
  club: string;
  club_name: string;
  pausing: boolean;
  closing: boolean;
  out: PutOut[];
}

/** One person's choices; what is left out is as the house has it. */
export interface Tastes {
  avatar?:
    | ""
    | "fox"
    | "owl"
    | "cat"
    | "hare"
    | "bear"
    | "raven"
    | "fish"
    | "turtle"
    | "crown"
    | "die"
    | "lantern"
    | "anchor"
    | "moon"
    | "rose"
    | "key"
    | "glass";
  listed?: boolean;
  felt?: "" | "green" | "midnight" | "wine" | "slate";
  back?: "" | "waves" | "stars" | "rings";
  presets?: number[];
  top_up?: "never" | "half" | "always";
  post?: boolean;
  emotes?: boolean;
  front?: boolean;
}

/** A hand that one has played. */
export interface HandLine {
  table: string;
  hand: number;
  game: string;
  at: number;
  seat: number;
  net: number;
  void: boolean;
  cards: Pairs<number[]>;
}

/** Who was dealt into a seat. */
export interface SeatName {
  seat: number;
  name: string;
  bot: boolean;
}

/** A hand as one saw it. */
export interface HandStory {
  table: string;
  hand: number;
  game: string;
  rules: Record<string, unknown>;
  seat: number;
  chips: Pairs<number>;
  events: FeltEvent[];
  void: boolean;
  names: SeatName[];
  readings: Reading[];
}

/** What the cards would then be, or why it is not allowed. */
export interface Considered {
  readings: Reading[];
  refusal: Refusal | null;
}

/** A line of the ledger. */
export interface PostingLine {
  no: number;
  id: string;
  at: number;
  src: string;
  dst: string;
  amount: number;
  why: string;
}

/** A hand's pledge, opened as far as its reader may see. Bytes are in hexadecimal digits. */
export interface Proof {
  fair: 2;
  table: string;
  hand: number;
  first: number;
  gone: number;
  game: string;
  pack: number[];
  rest: number[];
  bounds: number[];
  decks: string[];
  entropy: Spot[];
  players: Spot[];
  prev: string;
  pledge: string;
  reveals: Spot[];
  joint: string;
  deck: number;
  spare: Spot[];
  leaves: string[];
  openings: [number, number, string][];
  lots: [number, number, string, number][];
  outcome: number;
  record: string;
  master: string;
}

/** A pledge that has ended. */
export interface PledgeLine {
  no: number;
  hand: number;
  last: number;
  at: number;
  outcome: number;
  contributed: number;
  missing: number;
  pledge: string;
  prev: string;
  record: string;
  why: string;
}

/** What became of the pledges of a table. */
export interface FairCounts {
  table: string;
  fairness: string;
  pledged: number;
  contributed: number;
  missing: number;
  void: number;
  abandoned: number;
}

/** Figures of some hands. */
export interface FiguresLine {
  hands: number;
  net: number;
  per_hundred: number | null;
  plus_minus: number | null;
  expected: number | null;
  big_blinds: number | null;
  vpip: number | null;
  pfr: number | null;
  aggression: number | null;
  showdowns: number | null;
  won_at_showdown: number | null;
}

/** All figures of some hands. */
export interface Figures {
  total: FiguresLine;
  games: Record<string, FiguresLine>;
  tables: Record<string, FiguresLine>;
  positions: Record<string, FiguresLine>;
  curve: [number, number][];
}

export type FeltEvent = ChipsEvent | CardsEvent | SaidEvent;

export type Event =
  | ChipsEvent
  | CardsEvent
  | SaidEvent
  | HandEvent
  | OverEvent
  | SeatEvent
  | LeftEvent
  | QueueEvent
  | TableEvent
  | ActEvent;

export type FromRoom =
  | Welcome
  | TableMessage
  | NewsMessage
  | TotalsMessage
  | PledgeMessage
  | Done
  | Refused
  | Called
  | Balance
  | Presence
  | Notice
  | ChatMessage
  | EmoteMessage
  | Pong
  | TournamentMessage
  | TournamentNews
  | TournamentDone;

export type FromClient =
  | Hello
  | Join
  | Part
  | Sit
  | Wait
  | Unwait
  | TopUp
  | SitOut
  | SitIn
  | ChangeSeat
  | Claim
  | Leave
  | Ready
  | Contribute
  | ChoosePace
  | ChooseLevel
  | Decide
  | Chat
  | Emote
  | CallFloor
  | Ping
  | Follow
  | Unfollow
  | Enter
  | Withdraw
  | Rebuy
  | AddOnTaken
  | Talk
  | Agree;
