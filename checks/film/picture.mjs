// Draws what `npm start` prints in a terminal, in its own colours.
import { keep, ROOT } from "./keep.mjs";
import { RecordedTerminal } from "./recorded-terminal.mjs";
import { filmSvg } from "./svg.mjs";

const FILE = "docs/demo.svg";
const COLUMNS = 120;
/** More than is ever printed. */
const ROWS = 300;
/** Of a longer output the beginning and the end are shown. */
const SHOWN = { first: 28, last: 4 };
const PROMPT = "\u001b[36m$\u001b[39m \u001b[1mnpm start\u001b[22m";
const END = "-- end --";

export async function drawStart() {
  const command = `${process.execPath} scripts/start.mjs; echo "${END} $?"; sleep 60`;
  const terminal = new RecordedTerminal({ command, cwd: ROOT, columns: COLUMNS, rows: ROWS });
  try {
    await terminal.see(new RegExp(`^${END} 0$`, "m"));
  } finally {
    terminal.close();
  }
  const { lines } = terminal.frames.at(-1);
  const printed = lines
    .slice(
      0,
      lines.findIndex((line) => line.includes(END)),
    )
    .join("\n");
  const rows = shorten([PROMPT, ...printed.trimEnd().split("\n")]);
  const frames = [{ at: 0, lines: rows }];
  const svg = filmSvg({ frames, end: 1, columns: COLUMNS, rows: rows.length, title: "The output of npm start" });
  keep(FILE, svg, { mostBytes: 50_000, about: `${rows.length} lines, ` });
}

function shorten(rows) {
  const left = rows.length - SHOWN.first - SHOWN.last;
  if (left <= 1) return rows;
  return [...rows.slice(0, SHOWN.first), `\u001b[2m⋮ ${left} more lines`, ...rows.slice(-SHOWN.last)];
}
