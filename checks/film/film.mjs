// Films `toolwright chat` at work on a small shop, with a scripted model, as docs/demo/terminal.svg: `npm run film`
// (needs tmux).
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { RecordedTerminal } from "./recorded-terminal.mjs";
import { makeShop, REQUEST } from "./shop.mjs";
import { filmSvg } from "./svg.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FILE = "docs/demo/terminal.svg";
const SIZE = { columns: 104, rows: 34 };
const MOST_BYTES = 400_000;
const LONGEST_PAUSE_MS = 1_400;
const LAST_PICTURE_MS = 5_000;

const folder = join(tmpdir(), "toolwright-film");
const terminal = new RecordedTerminal({ command: commandLine(), cwd: makeShop(folder), ...SIZE });
try {
  await play();
} finally {
  terminal.close();
  rmSync(folder, { recursive: true, force: true });
}
const { frames, end } = withoutPauses(terminal.frames);
const svg = filmSvg({ frames, end, ...SIZE, title: "A conversation with toolwright in a terminal" });
mkdirSync(join(ROOT, "docs/demo"), { recursive: true });
writeFileSync(join(ROOT, FILE), svg);
const bytes = statSync(join(ROOT, FILE)).size;
console.log(`${FILE}: ${Math.round(end / 1_000)} s, ${frames.length} pictures, ${Math.round(bytes / 1_000)} kB`);
if (bytes > MOST_BYTES) throw new Error(`It is larger than ${MOST_BYTES / 1_000} kB.`);

function commandLine() {
  const words = ["chat", "--model", "script:../model.json", "--sandbox", "off"];
  const own = `env -i PATH="$PATH" HOME=${folder} TERM=tmux-256color COLORTERM=truecolor LANG=C.UTF-8`;
  return `${own} ${process.execPath} ${ROOT}agent/cli/bin/toolwright.js ${words.join(" ")}`;
}

async function play() {
  await terminal.see(/· mode default/);
  await terminal.rest(800);
  await terminal.type(REQUEST);
  await terminal.press("Enter");
  await allow(/npm test/);
  await allow(/Math\.round/);
  await allow(/npm test[\s\S]*npm test/);
  await terminal.see(/18\.00[\s\S]*4 steps/);
  await terminal.rest(1_200);
  await terminal.type("/undo");
  await terminal.press("Enter");
  await terminal.rest(1_500);
}

async function allow(question) {
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
