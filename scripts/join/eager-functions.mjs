// V8 reads a function twice: when its file is loaded, to see where it ends, and when it is called first. One in
// parentheses it compiles at once. So the functions that every first call runs get parentheses. Which they are V8 is
// asked, so that no list has to be kept.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { RolldownMagicString } from "rolldown";

/** A plugin of rolldown for core, from its compiled files: call it after `tsc -b`. */
export function eagerFunctions() {
  const ran = functionsRun(["scripts/join/first-call.mjs", resolve("runtime/core/dist/index.js")]);
  return {
    name: "eager-functions",
    transform(code, file) {
      const text = new RolldownMagicString(code);
      for (const place of ran.get(file) ?? []) compileAtOnce(text, code, place);
      return { code: text.toString(), map: text.generateMap({ hires: true }).toString() };
    },
  };
}

/** Where the functions stand that Node runs for these words, by file. */
export function functionsRun(words) {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-first-call-"));
  try {
    execFileSync(process.execPath, words, { env: { ...process.env, NODE_OPTIONS: "", NODE_V8_COVERAGE: folder } });
    const reports = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
    const files = reports.flatMap(({ result }) => result).filter(({ url }) => url.startsWith("file:"));
    return new Map(files.map(({ url, functions }) => [fileURLToPath(url), functions.flatMap(placeIfRun)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function placeIfRun({ ranges: [whole] }) {
  return whole.count > 0 ? [{ start: whole.startOffset, end: whole.endOffset }] : [];
}

const DECLARATION = /^(async )?function ([\w$]+)/;
const ARROW = /^(async )?(\(|[\w$]+ =>)/;
/** With shorter ones there is nothing to win. */
const SHORT = 40;
/** What `lazy` has, which bundlers read: it may stand before a declaration only. */
const ANNOTATED = /\/\* @__NO_SIDE_EFFECTS__ \*\/\s*$/;

/** Methods stay as they are. */
function compileAtOnce(text, code, { start, end }) {
  const whole = code.slice(start, end);
  if (ARROW.test(whole)) {
    if (whole.length > SHORT) text.prependRight(start, "(").appendLeft(end, ")");
    return;
  }
  const [declared, isAsync = "", name] = DECLARATION.exec(whole) ?? [];
  const line = code.lastIndexOf("\n", start) + 1;
  const isOuter = line === start || code.slice(line, start) === "export ";
  if (declared === undefined || !isOuter || ANNOTATED.test(code.slice(0, line))) return;
  text.overwrite(start, start + declared.length, `var ${name} = (${isAsync}function `);
  text.appendLeft(end, ");\n");
  // A declaration is known from the start of its file on.
  text.move(line, end, 0);
}
