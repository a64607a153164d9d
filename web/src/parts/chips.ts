interface Look {
  fill: string;
  edge: string;
  ink: string;
  text: string;
}

const LOOKS: Record<number, Look> = {
  5: { fill: "#b9875a", edge: "#f3ead8", ink: "#1a1208", text: "5¢" },
  10: { fill: "#c9a0a6", edge: "#5c2f38", ink: "#2a1015", text: "10¢" },
  50: { fill: "#8fa3ad", edge: "#eef2f3", ink: "#10202a", text: "½" },
  100: { fill: "#ece5d3", edge: "#8a8574", ink: "#1c2022", text: "1" },
  500: { fill: "#a3262f", edge: "#f3ead8", ink: "#fff", text: "5" },
  2500: { fill: "#1f6b47", edge: "#f3ead8", ink: "#fff", text: "25" },
  10000: { fill: "#1d2328", edge: "#d8b26a", ink: "#fff", text: "100" },
  50000: { fill: "#5a3a86", edge: "#f3ead8", ink: "#fff", text: "500" },
  100000: { fill: "#c08a2b", edge: "#2a1f0c", ink: "#1a1408", text: "1K" },
  500000: { fill: "#1d5c8f", edge: "#f3ead8", ink: "#fff", text: "5K" },
};
const SANS =
  "ui-sans-serif,'Segoe UI Variable Text','Segoe UI',Roboto," +
  "'Helvetica Neue','Noto Sans','Liberation Sans',Arial,sans-serif";
/** The measures of a chip, and by how much each lies above the next. */
export const ROUND = 48;
const RISE = 6.8;
export const tall = (count: number): number => ROUND + (count - 1) * RISE;

function picture({ fill, edge, ink, text }: Look, count: number): string {
  const long = text.length > 2;
  const chips = Array.from(
    { length: count },
    (_, at) => `<use href="#c" y="${tall(count) - tall(at + 1)}"/>`,
  ).join("");
  const rings = [
    `cy="25.6" r="22" opacity=".4"`,
    `cy="24" r="22" fill="${fill}"`,
    `cy="24" r="18.8" fill="none" stroke="${edge}" stroke-width="5" stroke-dasharray="7.383" ` +
      `stroke-dashoffset="3.691" opacity=".95"`,
    `cy="24" r="15" fill="${fill}" stroke="${edge}" stroke-width=".9" stroke-opacity=".75"`,
    `cy="24" r="21.6" fill="none" stroke="#000" stroke-opacity=".28" stroke-width=".8"`,
  ];
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${ROUND} ${tall(count)}"><defs><g id="c">` +
    `${rings.map((ring) => `<circle cx="24" ${ring}/>`).join("")}</g></defs>${chips}` +
    `<text x="24" y="${long ? 28.6 : 29.3}" text-anchor="middle" font-family="${SANS}" ` +
    `font-size="${long ? 13 : 15}" font-weight="700" fill="${ink}">${text}</text></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

/** Every pile of up to five equal chips is a picture of this sheet,
 *  so that a stack on the felt is two small elements. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(
  Object.entries(LOOKS)
    .flatMap(([value, look]) =>
      [1, 2, 3, 4, 5].map((count) => `.pile-${value}-${count}{background-image:${picture(look, count)}}`),
    )
    .join(""),
);
document.adoptedStyleSheets.push(sheet);
