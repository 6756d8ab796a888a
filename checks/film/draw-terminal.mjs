// Draws what `npm start` prints, in its own colours, as docs/demo.svg: `npm run picture`.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";

const FILE = "docs/demo.svg";
const COLUMNS = 120;
/** Of a longer output the beginning and the end are shown. */
const SHOWN = { first: 28, last: 4 };
const CELL = { width: 8.4, height: 19 };
const MARGIN = { x: 20, top: 54, bottom: 18 };
const COLOURS = { 31: "#ff7b72", 33: "#e3b341", 36: "#56d4dd" };
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal colour begins with ESC
const SGR_OR_CHARACTER = /\u001b\[([\d;]*)m|([^\u001b])/gu;
const PROMPT = "\u001b[36m$\u001b[39m \u001b[1mnpm start\u001b[22m\n";

const { stdout, status, stderr } = spawnSync(process.execPath, ["scripts/start.mjs"], {
  encoding: "utf8",
  env: { ...process.env, FORCE_COLOR: "1", NO_COLOR: "" },
});
if (status !== 0) throw new Error(`npm start ended with ${status}: ${stderr}`);
const rows = shorten(rowsOf(PROMPT + stdout.trimEnd()));
writeFileSync(FILE, draw(rows));
console.log(`${FILE}: ${rows.length} lines`);

function shorten(rows) {
  const left = rows.length - SHOWN.first - SHOWN.last;
  if (left <= 1) return rows;
  const gap = [{ text: `⋮ ${left} more lines`, column: 0, style: { dim: true } }];
  return [...rows.slice(0, SHOWN.first), gap, ...rows.slice(-SHOWN.last)];
}

/** Lines of a terminal that is COLUMNS wide: each a list of pieces `{ text, column, style }`. */
function rowsOf(output) {
  let style = {};
  return output.split("\n").flatMap((line) => {
    const wrapped = [[]];
    let column = 0;
    for (const [, codes, character] of line.matchAll(SGR_OR_CHARACTER)) {
      if (character === undefined) {
        style = codes.split(";").reduce(styleAfter, style);
        continue;
      }
      const cells = character === "\t" ? " ".repeat(8 - (column % 8)) : character;
      if (column + cells.length > COLUMNS) {
        wrapped.push([]);
        column = 0;
      }
      add(wrapped.at(-1), { text: cells, column, style });
      column += character === "\t" ? cells.length : 1;
    }
    return wrapped;
  });
}

/** ECMA-48, SGR: the few codes that the command uses. */
function styleAfter(style, code) {
  if (code === "" || code === "0") return {};
  if (code === "1") return { ...style, bold: true };
  if (code === "2") return { ...style, dim: true };
  if (code === "22") return { colour: style.colour };
  if (code === "39") return { ...style, colour: undefined };
  if (Object.hasOwn(COLOURS, code)) return { ...style, colour: COLOURS[code] };
  throw new Error(`The picture cannot show the terminal code ${code}.`);
}

function add(row, piece) {
  const last = row.at(-1);
  if (last !== undefined && last.style === piece.style) last.text += piece.text;
  else row.push(piece);
}

function draw(rows) {
  const width = Math.ceil(COLUMNS * CELL.width + 2 * MARGIN.x);
  const height = MARGIN.top + rows.length * CELL.height + MARGIN.bottom;
  const lights = ["#ff5f57", "#febc2e", "#28c840"].map(
    (fill, index) => `<circle cx="${22 + index * 20}" cy="20" r="6" fill="${fill}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="The output of npm start">
<rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>
${lights.join("")}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e6edf3">
${rows.flatMap(drawRow).join("\n")}
</g>
</svg>
`;
}

function drawRow(row, index) {
  const y = MARGIN.top + index * CELL.height;
  return row.filter(({ text }) => text.trim() !== "").map((piece) => drawPiece(piece, y));
}

/** The width is given, so that columns stand below each other in every font. */
function drawPiece({ text, column, style }, y) {
  const indent = text.length - text.trimStart().length;
  const shown = text.trim();
  const x = (MARGIN.x + (column + indent) * CELL.width).toFixed(1);
  const length = ([...shown].length * CELL.width).toFixed(1);
  const colour = style.colour === undefined ? "" : ` fill="${style.colour}"`;
  const look = `${style.bold ? ' font-weight="bold"' : ""}${style.dim ? ' opacity="0.62"' : ""}${colour}`;
  return `<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${look}>${escapeXml(shown)}</text>`;
}

/** Spaces that are kept: in SVG a row of ordinary ones is one. */
function escapeXml(text) {
  return text.replaceAll(" ", "\u00a0").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
