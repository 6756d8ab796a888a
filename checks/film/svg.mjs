// A film of a terminal as one SVG: each row that stands for a while is drawn once and shown in its time, by CSS alone.
import { rowOf } from "./rows.mjs";

const CELL = { width: 8.4, height: 19 };
const MARGIN = { x: 20, top: 54, bottom: 18 };
const GROUND = "#0d1117";
const INK = "#e6edf3";
const FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/** `frames` are `{ at, lines }`: what stood on the screen from `at` milliseconds on; the last one stays until `end`. */
export function filmSvg({ frames, end, columns, rows, title }) {
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN.x);
  const height = MARGIN.top + rows * CELL.height + MARGIN.bottom;
  const stays = Array.from({ length: rows }, (_, row) => staysOf(frames, { row, end })).flat();
  const times = new Map();
  const drawn = stays.map((stay) => drawStay(stay, { times, end }));
  const lights = ["#ff5f57", "#febc2e", "#28c840"].map(
    (fill, at) => `<circle cx="${22 + at * 20}" cy="20" r="6" fill="${fill}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">
<style>
g.s{animation:${seconds(end)}s linear infinite;visibility:hidden}
g.e{visibility:visible}
${[...times].map(([key, name]) => keyframes(name, key)).join("\n")}
@media (prefers-reduced-motion: reduce){g.s{animation:none!important}}
</style>
<rect width="${width}" height="${height}" rx="10" fill="${GROUND}"/>
${lights.join("")}
<g font-family="${FONT}" font-size="14" fill="${INK}">
${drawn.join("\n")}
</g>
</svg>
`;
}

/** The times in which one row of the screen holds one and the same text. */
function staysOf(frames, { row, end }) {
  const stays = [];
  for (const { at, lines } of frames) {
    const line = lines[row] ?? "";
    const last = stays.at(-1);
    if (last?.line === line) continue;
    if (last !== undefined) last.until = at;
    stays.push({ line, row, from: at, until: end });
  }
  return stays.filter(({ line }) => line.trim() !== "");
}

function drawStay({ line, row, from, until }, { times, end }) {
  const pieces = rowOf(line).flatMap((piece) => drawPiece(piece, MARGIN.top + row * CELL.height));
  if (pieces.length === 0) return "";
  const toEnd = until === end;
  if (from === 0 && toEnd) return pieces.join("");
  const name = nameOf(times, `${percent(from, end)} ${percent(until, end)}`);
  return `<g class="s${toEnd ? " e" : ""}" style="animation-name:${name}">${pieces.join("")}</g>`;
}

function nameOf(times, key) {
  if (!times.has(key)) times.set(key, `k${times.size}`);
  return times.get(key);
}

function keyframes(name, key) {
  const [from, until] = key.split(" ").map(Number);
  const shown = `${from}%{visibility:visible}`;
  const before = from > 0 ? `0%{visibility:hidden}${Math.max(0, from - 0.001).toFixed(3)}%{visibility:hidden}` : "";
  const after =
    until < 100
      ? `${(until - 0.001).toFixed(3)}%{visibility:visible}${until}%{visibility:hidden}100%{visibility:hidden}`
      : "100%{visibility:visible}";
  return `@keyframes ${name}{${before}${shown}${after}}`;
}

/** The width is given, so that columns stand below each other in every font. */
function drawPiece({ text, column, cells, style }, y) {
  const indent = text.length - text.trimStart().length;
  const shown = text.trim();
  const colour = style.inverse ? (style.ground ?? GROUND) : style.colour;
  const ground = style.inverse ? (style.colour ?? INK) : style.ground;
  const drawn = [];
  if (ground !== undefined) {
    const x = (MARGIN.x + column * CELL.width).toFixed(1);
    drawn.push(
      `<rect x="${x}" y="${y - 14}" width="${(cells * CELL.width).toFixed(1)}" height="${CELL.height}" fill="${ground}"/>`,
    );
  }
  if (shown !== "") {
    const x = (MARGIN.x + (column + indent) * CELL.width).toFixed(1);
    const length = ((cells - (text.length - shown.length)) * CELL.width).toFixed(1);
    drawn.push(
      `<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${look({ ...style, colour })}>${escapeXml(shown)}</text>`,
    );
  }
  return drawn;
}

function look({ bold, dim, italic, underline, struck, colour }) {
  const line = [underline && "underline", struck && "line-through"].filter(Boolean).join(" ");
  return [
    bold && ' font-weight="bold"',
    italic && ' font-style="italic"',
    dim && ' opacity="0.62"',
    line && ` text-decoration="${line}"`,
    colour && ` fill="${colour}"`,
  ]
    .filter(Boolean)
    .join("");
}

const percent = (at, end) => Number(((100 * at) / end).toFixed(3));
const seconds = (milliseconds) => (milliseconds / 1_000).toFixed(2);

/** Spaces that are kept: in SVG a row of ordinary ones is one. */
function escapeXml(text) {
  return text
    .replaceAll(" ", "\u00a0")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
