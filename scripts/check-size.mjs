// Core must stay small: a minimal loop in at most 15 KiB minified and gzipped, an import in at most 10 ms over bare Node.
// The size is what a page loads at the start; what a run loads when it first needs it (the scrubber
// with every first run, the rest when something is unusual) stands in chunks of its own and is printed beside it.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const MAX_BYTES = 15 * 1024;
const MAX_IMPORT_MS = 10;
const MIN_ROUNDS = 15;
const MAX_ROUNDS = 120;
const folder = "node_modules/.cache/toolwright-size";

mkdirSync(folder, { recursive: true });
const size = await bundledSize();
const ms = importTime();
rmSync(folder, { recursive: true });
console.log(
  `a minimal loop: ${size.start} bytes minified and gzipped (at most ${MAX_BYTES}); ${size.all} with everything that is loaded later`,
);
console.log(`importing @toolwright/core: ${ms.toFixed(1)} ms over bare Node (at most ${MAX_IMPORT_MS})`);
process.exitCode = size.start <= MAX_BYTES && ms <= MAX_IMPORT_MS ? 0 : 1;

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
  return { start: gzipped([...eager]), all: gzipped([...chunks.keys()].filter((name) => !name.includes("cfworker"))) };

  function gzipped(names) {
    return gzipSync(names.map((name) => chunks.get(name).code).join(""), { level: 9 }).length;
  }
}

/**
 * Processor time, the least of several runs: whatever else the machine does only adds to it. While it does much, more runs
 * are needed to meet a quiet moment.
 */
function importTime() {
  const report = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);";
  writeFileSync(`${folder}/bare.mjs`, report);
  writeFileSync(`${folder}/core.mjs`, `await import("@toolwright/core"); ${report}`);
  const least = { bare: Number.POSITIVE_INFINITY, core: Number.POSITIVE_INFINITY };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (round >= MIN_ROUNDS && least.core - least.bare <= MAX_IMPORT_MS) break;
    least.bare = Math.min(least.bare, processorTime(`${folder}/bare.mjs`));
    least.core = Math.min(least.core, processorTime(`${folder}/core.mjs`));
  }
  return least.core - least.bare;
}

function processorTime(file) {
  return Number(spawnSync(process.execPath, [file], { encoding: "utf8" }).stdout);
}
