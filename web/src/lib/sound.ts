/** Short, soft, synthesised sounds; silent until the first press. */
import { settings } from "./settings.svelte";

/** What each cue sounds like: notes, brushes and clicks, each at its moment. */
const SOUNDS = {
  "turn-yours": () => {
    tone(196, 0, 0.16, 0.28);
    tone(262, 0.13, 0.22, 0.28);
  },
  tick: () => tone(880, 0, 0.05, 0.1),
  card: () => brush(0, 0.09, 2600, 0.22),
  turn: () => brush(0, 0.05, 4200, 0.26),
  chips: () => {
    click(0);
    click(0.05);
  },
  gather: () => brush(0, 0.22, 1500, 0.16),
  knock: () => {
    tone(120, 0, 0.07, 0.5);
    tone(112, 0.11, 0.07, 0.45);
  },
  fold: () => brush(0, 0.16, 900, 0.2),
  bell: () => tone(988, 0, 0.38, 0.14),
  "bell-low": () => tone(494, 0, 0.16, 0.16),
  win: () => {
    tone(330, 0, 0.18, 0.18);
    tone(415, 0.1, 0.18, 0.18);
    tone(494, 0.2, 0.2, 0.18);
  },
  refuse: () => tone(92, 0, 0.14, 0.5),
  glass: () => tone(1319, 0, 0.3, 0.1),
};
export type Cue = keyof typeof SOUNDS;

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
let last = 0;

let awake = false;

/** The first press lets sounds be heard; they are made ready when it has been drawn. */
export function wake(): void {
  if (awake || typeof AudioContext === "undefined") return;
  awake = true;
  setTimeout(open, 100);
}

function open(): void {
  context = new AudioContext();
  noise = context.createBuffer(1, context.sampleRate * 0.4, context.sampleRate);
  const data = noise.getChannelData(0);
  for (let at = 0; at < data.length; at++) data[at] = Math.random() * 2 - 1;
}

export function play(cue: Cue): void {
  if (!context || !settings.sound || !settings.volume || document.hidden) return;
  const now = context.currentTime;
  if ((cue === "card" || cue === "chips" || cue === "gather") && now - last < 0.045) return;
  last = now;
  SOUNDS[cue]();
}

function out(level: number, at: number, length: number): GainNode | null {
  if (!context) return null;
  const gain = context.createGain();
  const start = context.currentTime + at;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, level * settings.volume), start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(context.destination);
  return gain;
}

function tone(pitch: number, at: number, length: number, level: number): void {
  const gain = out(level, at, length);
  if (!context || !gain) return;
  const voice = context.createOscillator();
  voice.type = "triangle";
  voice.frequency.value = pitch;
  voice.connect(gain);
  voice.start(context.currentTime + at);
  voice.stop(context.currentTime + at + length);
}

function brush(at: number, length: number, pitch: number, level: number): void {
  const gain = out(level, at, length);
  if (!context || !gain || !noise) return;
  const source = context.createBufferSource();
  source.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(gain);
  source.start(context.currentTime + at, 0, length);
}

const click = (at: number): void => tone(1700 + Math.random() * 300, at, 0.045, 0.16);
