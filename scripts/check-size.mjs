// Core must stay small: a minimal loop in at most 15 KiB minified and gzipped. The time of an import is printed beside it.
// The size is what a page loads at the start; what a run loads when it first needs it (the scrubber
// with every first run, the rest when something is unusual) stands in chunks of its own and is printed beside it.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const MAX_BYTES = 15 * 1024;
const MAX_IMPORT_MS = 10;
const folder = "node_modules/.cache/toolwright-size";

mkdirSync(folder, { recursive: true });
const size = await bundledSize();
const ms = importTime();
rmSync(folder, { recursive: true });
console.log(
  `a minimal loop: ${size.start} bytes minified and gzipped (at most ${MAX_BYTES}); ${size.all} with everything that is loaded later`,
);
console.log(`importing @toolwright/core: ${ms.toFixed(1)} ms over bare Node (the aim is ${MAX_IMPORT_MS})`);
// A time is told, not judged: the same import takes twice as long on a machine that does something else.
process.exitCode = size.start <= MAX_BYTES ? 0 : 1;

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

/** Processor time, the least of several runs: whatever else the machine does only adds to it. */
function importTime() {
  const report = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);";
  writeFileSync(`${folder}/bare.mjs`, report);
  writeFileSync(`${folder}/core.mjs`, `await import("@toolwright/core"); ${report}`);
  const bare = [];
  const core = [];
  for (let round = 0; round < 15; round += 1) {
    bare.push(processorTime(`${folder}/bare.mjs`));
    core.push(processorTime(`${folder}/core.mjs`));
  }
  return Math.min(...core) - Math.min(...bare);
}

function processorTime(file) {
  return Number(spawnSync(process.execPath, [file], { encoding: "utf8" }).stdout);
}
