// What a program pays before its first call: the time to import, and the size of a minimal loop in a bundle.
// Usage: npm run import -- [--rounds=15]
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { machine, median, spread, table } from "./measure/measure.mjs";

const rounds = Number(process.argv.find((argument) => argument.startsWith("--rounds"))?.split("=")[1] ?? 15);

/** What a program imports, and the least it does with it. */
const PROGRAMS = {
  Toolwright: [
    "@toolwright/core",
    `import { defineTool, runToolLoop } from "@toolwright/core";
     const tool = defineTool({ name: "x", description: "Try.", input: globalThis.schema, execute: () => "x" });
     runToolLoop({ model: globalThis.model, tools: [tool] }, []).then(console.log);`,
  ],
  "AI SDK 7": [
    "ai",
    `import { generateText, tool } from "ai";
     const x = tool({ inputSchema: globalThis.schema, execute: () => "x" });
     generateText({ model: globalThis.model, tools: { x }, prompt: "x" }).then(console.log);`,
  ],
  "pi-agent-core": [
    "@earendil-works/pi-agent-core",
    `import { runAgentLoop } from "@earendil-works/pi-agent-core";
     const x = { name: "x", label: "x", description: "Try.", parameters: globalThis.schema, execute: async () => ({}) };
     runAgentLoop([], { messages: [], tools: [x] }, globalThis.config, console.log, undefined, globalThis.stream);`,
  ],
};

// Beside this file, so that packages are found as a program here would find them.
const folder = mkdtempSync(join(import.meta.dirname, ".import-"));
try {
  const times = importTimes();
  const rows = [];
  for (const [name, [, program]] of Object.entries(PROGRAMS)) {
    const { eager, all } = await bundled(program);
    rows.push([name, spread(times.get(name)), kilobytes(eager), kilobytes(all)]);
  }
  console.log(`Import: ms over bare Node, median (least–most) of ${rounds} processes each. ${machine()}\n`);
  const head = ["", "import, ms", "loaded at start, kB", "with what is loaded when needed, kB"];
  console.log(table(head, rows));
  console.log("\nkB are 1,000 bytes, minified by esbuild and gzipped.");
} finally {
  rmSync(folder, { recursive: true });
}

/** Whole processes, taken in turn so that a change of the machine's speed hits all of them. */
function importTimes() {
  const taken = new Map(Object.keys(PROGRAMS).map((name) => [name, []]));
  const bare = [];
  const empty = write("bare", "");
  const files = new Map(Object.entries(PROGRAMS).map(([name, [module]]) => [name, write(name, `import "${module}";`)]));
  for (let round = 0; round < rounds; round += 1) {
    bare.push(timed(empty));
    for (const [name, file] of files) taken.get(name).push(timed(file));
  }
  const base = median(bare);
  return new Map([...taken].map(([name, values]) => [name, values.map((value) => Math.max(0, value - base))]));
}

function write(name, text) {
  const file = join(folder, `${name.replaceAll(" ", "-")}.mjs`);
  writeFileSync(file, text);
  return file;
}

function timed(file) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [file]);
  if (status !== 0) throw new Error(String(stderr));
  return performance.now() - started;
}

async function bundled(program) {
  const entry = write("entry", program);
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    outdir: join(folder, "out"),
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    // As for a browser or a worker; what only Node has is left out of everyone's bundle.
    platform: "browser",
    external: ["node:*", ...builtinModules],
    write: false,
    metafile: true,
    logLevel: "error",
  });
  const texts = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
  const outputs = new Map(Object.entries(metafile.outputs));
  const textOf = (name) => [...texts].find(([path]) => path.endsWith(name.replace(/^.*\/out\//, "/out/")))?.[1];
  const size = (names) => gzipSync(Buffer.concat([...names].map(textOf)), { level: 9 }).length;
  const start = [...outputs].find(([, output]) => output.entryPoint?.endsWith("entry.mjs"))[0];
  return { eager: size(reached(start, outputs)), all: size(outputs.keys()) };
}

/** The files that a start file needs before it runs. */
function reached(start, outputs, found = new Set()) {
  if (found.has(start)) return found;
  found.add(start);
  for (const { path, kind } of outputs.get(start)?.imports ?? []) {
    if (kind === "import-statement" && outputs.has(path)) reached(path, outputs, found);
  }
  return found;
}

function kilobytes(bytes) {
  return (bytes / 1_000).toFixed(1);
}
