const TONES = [
  "#6b4a3a",
  "#4d5a36",
  "#2f5f55",
  "#3c4a78",
  "#5a3f63",
  "#6b3f4a",
  "#6a5a30",
  "#4a5560",
  "#3a5a6b",
];

/** The colour of a person's disc: always the same for a name. */
export function tone(name: string): string {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return TONES[sum % TONES.length] ?? "#34474a";
}
