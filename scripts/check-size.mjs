// Core must stay small and quick to load: a minimal loop in at most 15 kB minified and gzipped
// (what a bundler loads before the first call; what a call needs only when something is unusual is loaded on first use),
// and an import in at most 10 ms over bare Node.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const MAX_BYTES = 15_000;
const MAX_IMPORT_MS = 10;
const folder = "node_modules/.cache/toolwright-size";

mkdirSync(folder, { recursive: true });
const size = await bundledSize();
const ms = importTime();
rmSync(folder, { recursive: true });
console.log(`a minimal loop: ${size} bytes minified and gzipped (at most ${MAX_BYTES})`);
console.log(`importing @toolwright/core: ${ms.toFixed(1)} ms over bare Node (at most ${MAX_IMPORT_MS})`);
process.exitCode = size <= MAX_BYTES && ms <= MAX_IMPORT_MS ? 0 : 1;

async function bundledSize() {
  const input = `${folder}/minimal.mjs`;
  writeFileSync(
    input,
    `import { defineTool, runToolLoop } from "@toolwright/core";
     const tool = defineTool({ name: "x", description: "", input: globalThis.schema, execute: () => "x" });
     runToolLoop({ model: globalThis.model, tools: [tool] }, []).then(console.log);`,
  );
  const bundle = await rolldown({ input, platform: "browser" });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const eager = new Set();
  const visit = (name) => {
    if (eager.has(name)) return;
    eager.add(name);
    for (const imported of chunks.get(name)?.imports ?? []) visit(imported);
  };
  visit(output.find((chunk) => chunk.isEntry).fileName);
  return gzipSync([...eager].map((name) => chunks.get(name).code).join(""), { level: 9 }).length;
}

/** Medians of whole processes, taken in turn so that a change of the machine's speed hits both. */
function importTime() {
  writeFileSync(`${folder}/bare.mjs`, "");
  writeFileSync(`${folder}/core.mjs`, `import "@toolwright/core";`);
  const bare = [];
  const core = [];
  for (let round = 0; round < 15; round += 1) {
    bare.push(timed(`${folder}/bare.mjs`));
    core.push(timed(`${folder}/core.mjs`));
  }
  return median(core) - median(bare);
}

function timed(file) {
  const started = performance.now();
  spawnSync(process.execPath, [file]);
  return performance.now() - started;
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
