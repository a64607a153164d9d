export interface Look { fill: string; edge: string; ink: string; text: string }

export const CHIP: Record<number, Look> = {
  50: { fill: "#8fa3ad", edge: "#eef2f3", ink: "#10202a", text: "½" },
  100: { fill: "#ece5d3", edge: "#8a8574", ink: "#1c2022", text: "1" },
  500: { fill: "#a3262f", edge: "#f3ead8", ink: "#fff", text: "5" },
  2500: { fill: "#1f6b47", edge: "#f3ead8", ink: "#fff", text: "25" },
  10000: { fill: "#1d2328", edge: "#d8b26a", ink: "#fff", text: "100" },
  50000: { fill: "#5a3a86", edge: "#f3ead8", ink: "#fff", text: "500" },
  100000: { fill: "#c08a2b", edge: "#2a1f0c", ink: "#1a1408", text: "1K" },
  500000: { fill: "#1d5c8f", edge: "#f3ead8", ink: "#fff", text: "5K" },
};
