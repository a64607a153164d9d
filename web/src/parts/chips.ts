interface Look { fill: string; edge: string; ink: string; text: string }

const LOOKS: Record<number, Look> = {
  50: { fill: "#8fa3ad", edge: "#eef2f3", ink: "#10202a", text: "½" },
  100: { fill: "#ece5d3", edge: "#8a8574", ink: "#1c2022", text: "1" },
  500: { fill: "#a3262f", edge: "#f3ead8", ink: "#fff", text: "5" },
  2500: { fill: "#1f6b47", edge: "#f3ead8", ink: "#fff", text: "25" },
  10000: { fill: "#1d2328", edge: "#d8b26a", ink: "#fff", text: "100" },
  50000: { fill: "#5a3a86", edge: "#f3ead8", ink: "#fff", text: "500" },
  100000: { fill: "#c08a2b", edge: "#2a1f0c", ink: "#1a1408", text: "1K" },
  500000: { fill: "#1d5c8f", edge: "#f3ead8", ink: "#fff", text: "5K" },
};
const SANS = "ui-sans-serif,'Segoe UI Variable Text','Segoe UI',Roboto,'Helvetica Neue','Noto Sans','Liberation Sans',Arial,sans-serif";

function picture({ fill, edge, ink, text }: Look, top: boolean): string {
  const long = text.length > 2;
  const value = `<text x="24" y="${long ? 28.6 : 29.3}" text-anchor="middle" font-family="${SANS}" font-size="${long ? 13 : 15}" font-weight="700" fill="${ink}">${text}</text>`;
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48">
<circle cx="24" cy="25.6" r="22" opacity=".4"/>
<circle cx="24" cy="24" r="22" fill="${fill}"/>
<circle cx="24" cy="24" r="18.8" fill="none" stroke="${edge}" stroke-width="5" stroke-dasharray="7.383" stroke-dashoffset="3.691" opacity=".95"/>
<circle cx="24" cy="24" r="15" fill="${fill}" stroke="${edge}" stroke-width=".9" stroke-opacity=".75"/>
<circle cx="24" cy="24" r="21.6" fill="none" stroke="#000" stroke-opacity=".28" stroke-width=".8"/>${top ? value : ""}</svg>`)}`;
}

const drawn = (top: boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(LOOKS).map(([value, look]) => [value, picture(look, top)]));

/** Chips as pictures, made once: those that lie beneath, and those on top with their value. */
export const BENEATH = drawn(false);
export const ON_TOP = drawn(true);
