// Films `toolwright chat` at work on a small shop, with a scripted model.
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chatIn } from "./app.mjs";
import { keep } from "./keep.mjs";
import { RecordedTerminal } from "./recorded-terminal.mjs";
import { makeShop, REQUEST } from "./shop.mjs";
import { filmSvg } from "./svg.mjs";

const FILE = "docs/demo/terminal.svg";
const SIZE = { columns: 104, rows: 34 };
const LONGEST_PAUSE_MS = 1_400;
const LAST_PICTURE_MS = 5_000;

export async function filmTerminal() {
  const folder = join(tmpdir(), "toolwright-film");
  const command = chatIn(folder, ["--model", "script:../model.json"]);
  const terminal = new RecordedTerminal({ command, cwd: makeShop(folder), ...SIZE });
  try {
    await play(terminal);
  } finally {
    terminal.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const { frames, end } = withoutPauses(terminal.frames);
  const svg = filmSvg({ frames, end, ...SIZE, title: "A conversation with toolwright in a terminal" });
  const about = `${Math.round(end / 1_000)} s, ${frames.length} pictures, `;
  keep(FILE, svg, { mostBytes: 400_000, about });
}

async function play(terminal) {
  await terminal.see(/· mode default/);
  await terminal.rest(800);
  await terminal.type(REQUEST);
  await terminal.press("Enter");
  await allow(terminal, /npm test/);
  await allow(terminal, /Math\.round/);
  await allow(terminal, /npm test[\s\S]*npm test/);
  await terminal.see(/18\.00[\s\S]*4 steps/);
  await terminal.rest(1_200);
  await terminal.type("/undo");
  await terminal.press("Enter");
  await terminal.rest(1_500);
}

async function allow(terminal, question) {
  await terminal.see(question);
  await terminal.see(/1 {2}Yes, once/);
  await terminal.rest(1_200);
  await terminal.press("1");
}

/** Nobody watches a terminal that stands still for long. */
function withoutPauses(seen) {
  let cut = 0;
  let before = seen[0]?.at ?? 0;
  const frames = seen.map(({ at, lines }) => {
    cut += Math.max(0, at - before - LONGEST_PAUSE_MS);
    before = at;
    return { at: at - cut - (seen[0]?.at ?? 0), lines };
  });
  return { frames, end: (frames.at(-1)?.at ?? 0) + LAST_PICTURE_MS };
}
