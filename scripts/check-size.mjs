// Core must stay small: a run that calls a tool, with everything that it loads on the way, takes at most 60 kB minified
// and gzipped; an import with such a run takes at most 50 ms over bare Node. The run is made, not guessed: the bundle
// is what a page would get, and every chunk of it says when it is loaded.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const MAX_BYTES = 60_000;
const MAX_MS = 50;
const MIN_ROUNDS = 15;
const MAX_ROUNDS = 120;
const folder = "node_modules/.cache/toolwright-size";

/**
 * A loop whose model calls one tool, then ends. It answers with what the tool said. Nothing is awaited at the top of a
 * file: where something is, rolldown keeps what chunks share apart, and gives the machinery a facade of 70 bytes: four
 * chunks, 300 bytes more.
 */
const program = (report) => `
  import { defineTool, runToolLoop } from "@toolwright/core";
  const jsonSchema = { input: () => ({ type: "object" }) };
  const input = { "~standard": { version: 1, vendor: "size", validate: (value) => ({ value }), jsonSchema } };
  const tool = defineTool({ name: "greet", description: "Greet.", input, execute: () => "hello" });
  const ends = [
    {
      toolCalls: [{ id: "a", type: "function", function: { name: "greet", arguments: "{}" } }],
      finishReason: "tool_calls",
    },
    { finishReason: "stop" },
  ];
  const model = {
    name: "size",
    completionStream() {
      const final = Promise.resolve({ message: { role: "assistant", content: "" }, model: "size", ...ends.shift() });
      return { stream: (async function* () {})(), final };
    },
  };
  runToolLoop({ model, tools: [tool] }, [{ role: "user", content: "go" }]).then(({ messages, stopReason }) => {
    if (stopReason !== "stop" || messages[2]?.content !== "hello") throw new Error(stopReason);
    ${report}
  });
`;

mkdirSync(folder, { recursive: true });
const { bytes, chunks, all } = await sizeOfRun();
const ms = timeOfRun();
rmSync(folder, { recursive: true });
console.log(
  `a run that calls a tool: ${bytes} bytes minified and gzipped in ${chunks.length} chunks (at most ${MAX_BYTES}); ${all} with everything else`,
);
console.log(`importing @toolwright/core, and that run: ${ms.toFixed(1)} ms over bare Node (at most ${MAX_MS})`);
process.exitCode = bytes <= MAX_BYTES && ms <= MAX_MS ? 0 : 1;

async function sizeOfRun() {
  const input = `${folder}/program.mjs`;
  writeFileSync(input, program("console.log(JSON.stringify(globalThis.loadedChunks));"));
  const bundle = await rolldown({ input, platform: "browser" });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  const code = new Map(output.map((chunk) => [chunk.fileName, chunk.code]));
  const dir = `${folder}/bundle`;
  mkdirSync(dir, { recursive: true });
  for (const [name, text] of code) {
    writeFileSync(`${dir}/${name}`, `(globalThis.loadedChunks ??= []).push(${JSON.stringify(name)});\n${text}`);
  }
  writeFileSync(`${dir}/package.json`, '{ "type": "module" }');
  const entry = output.find((chunk) => chunk.isEntry).fileName;
  const { stdout, stderr } = spawnSync(process.execPath, [`${dir}/${entry}`], { encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  const chunks = JSON.parse(stdout);
  if (process.argv.includes("--chunks")) for (const name of chunks) console.log(name, gzipped([name]));
  return {
    bytes: gzipped(chunks),
    chunks,
    all: gzipped([...code.keys()].filter((name) => !name.includes("cfworker"))),
  };

  function gzipped(names) {
    return names.reduce((sum, name) => sum + gzipSync(code.get(name), { level: 9 }).length, 0);
  }
}

/**
 * Processor time, the least of several runs: whatever else the machine does only adds to it. While it does much, more
 * runs are needed to meet a quiet moment.
 */
function timeOfRun() {
  const report = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);";
  writeFileSync(`${folder}/bare.mjs`, report);
  writeFileSync(`${folder}/core.mjs`, program(report));
  const least = { bare: Number.POSITIVE_INFINITY, core: Number.POSITIVE_INFINITY };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (round >= MIN_ROUNDS && least.core - least.bare <= MAX_MS) break;
    least.bare = Math.min(least.bare, processorTime(`${folder}/bare.mjs`));
    least.core = Math.min(least.core, processorTime(`${folder}/core.mjs`));
  }
  return least.core - least.bare;
}

function processorTime(file) {
  return Number(spawnSync(process.execPath, [file], { encoding: "utf8" }).stdout);
}
