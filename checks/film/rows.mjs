// What a terminal shows, as rows of pieces: each piece `{ text, column, style }`.
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal colour begins with ESC
const SGR_OR_CHARACTER = /\u001b\[([\d;:]*)m|([^\u001b])/gu;
const BASIC = ["#484f58", "#ff7b72", "#3fb950", "#e3b341", "#58a6ff", "#bc8cff", "#56d4dd", "#b1bac4"];
const BRIGHT = ["#6e7681", "#ffa198", "#56d364", "#f2cc60", "#79c0ff", "#d2a8ff", "#76e3ea", "#f0f6fc"];

/** One row of one line of `tmux capture-pane -e`, whose style begins anew. */
export function rowOf(line) {
  const row = [];
  let style = {};
  let column = 0;
  for (const [, codes, character] of line.matchAll(SGR_OR_CHARACTER)) {
    if (character === undefined) {
      style = styleAfter(style, codes.split(/[;:]/).map(Number));
      continue;
    }
    const last = row.at(-1);
    if (last?.style === style) last.text += character;
    else row.push({ text: character, column, style });
    column += cellsOf(character);
  }
  return row.map((piece) => ({ ...piece, cells: [...piece.text].reduce((sum, one) => sum + cellsOf(one), 0) }));
}

/** The codes of ECMA-48 that programs of today use: colours in 16, 256 and 2²⁴ values, and weights. */
function styleAfter(before, codes) {
  let style = before;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at];
    if (code === 38 || code === 48) {
      const { colour, taken } = extendedColour(codes.slice(at + 1));
      style = { ...style, [code === 38 ? "colour" : "ground"]: colour };
      at += taken;
    } else style = afterCode(style, code);
  }
  return style;
}

const SWITCHES = new Map([
  [1, { bold: true }],
  [2, { dim: true }],
  [3, { italic: true }],
  [4, { underline: true }],
  [7, { inverse: true }],
  [9, { struck: true }],
  [22, { bold: false, dim: false }],
  [23, { italic: false }],
  [24, { underline: false }],
  [27, { inverse: false }],
  [29, { struck: false }],
  [39, { colour: undefined }],
  [49, { ground: undefined }],
]);

function afterCode(style, code) {
  if (code === 0) return {};
  const colour = code >= 90 ? BRIGHT[code % 10] : BASIC[code % 10];
  const change = SWITCHES.get(code) ?? (isGround(code) ? { ground: colour } : { colour });
  if (colour === undefined && !SWITCHES.has(code)) throw new Error(`The film cannot show the terminal code ${code}.`);
  return { ...style, ...change };
}

const isGround = (code) => (code >= 40 && code <= 47) || code >= 100;

function extendedColour([kind, ...rest]) {
  if (kind === 2) return { colour: `rgb(${rest.slice(0, 3).join(",")})`, taken: 4 };
  return { colour: indexedColour(rest[0]), taken: 2 };
}

/** The palette of 256: 16 named ones, a cube of 6 × 6 × 6, and 24 greys. */
function indexedColour(index) {
  if (index < 8) return BASIC[index];
  if (index < 16) return BRIGHT[index - 8];
  if (index >= 232)
    return `rgb(${Array(3)
      .fill(8 + 10 * (index - 232))
      .join(",")})`;
  const level = (step) => (step === 0 ? 0 : 55 + 40 * step);
  const cube = index - 16;
  return `rgb(${[Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level).join(",")})`;
}

/** Ideographs and pictures take two cells. */
function cellsOf(character) {
  return /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/u.test(character)
    ? 2
    : 1;
}
