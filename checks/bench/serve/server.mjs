// The server of checks/bench/serve.mjs and checks/bench/machines.mjs, in a process of its own:
// `node server.mjs ADDRESS TOOL_MS [ENGINE]`. With `MODEL_URL` in the environment its model is at that address.
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { defineTool } from "@toolwright/core";
import { createOpenAiCompatibleModel } from "@toolwright/models";
import { createAgentServer, startNodeServer } from "@toolwright/server";
import { countingModel } from "./counting-model.mjs";
import { openStoreAt } from "./open-store-at.mjs";

const [, , address, toolMs, engineAddress] = process.argv;
const token = randomBytes(16).toString("hex");

const stamp = defineTool({
  name: "stamp",
  description: "Says when it printed and when it ended.",
  input: { type: "object", properties: { number: { type: "integer" } }, required: ["number"] },
  allowlist: "all",
  effects: "read",
  streamsOutput: true,
  async execute({ number }, { emitOutput }) {
    emitOutput(`printed ${number} at ${now()}\n`);
    if (Number(toolMs) > 0) await pause(Number(toolMs));
    return { number, endedAt: now() };
  },
});

const { MODEL_URL: baseUrl } = process.env;
const model = baseUrl === undefined ? countingModel() : createOpenAiCompatibleModel({ baseUrl, model: "counting" });
const store = await openStoreAt(address);
const agent = {
  model: "script:bench",
  config: () => ({ model, tools: [stamp], maxIterations: 10_000 }),
};
const silent = { debug() {}, info() {}, warn() {}, error: console.error };
const engine = await openEngine((run, turn) => server.work(run, turn));
// As many as the readers ask for.
const limits = { runs: 1_000, streams: 2_000, requestBurst: 2_000 };
const server = createAgentServer({ agent, store, token, limits, logger: silent, ...(engine && { engine }) });
const { port } = await startNodeServer(server, { port: 0 });
process.on("message", (message) => {
  // By itself, so that a profile is written.
  if (message === "end") process.exit();
  process.send({ rss: process.memoryUsage.rss(), peak: process.resourceUsage().maxRSS * 1024 });
});
process.send({ port, token });

async function openEngine(handler) {
  if (engineAddress === undefined) return undefined;
  const { createRestateHost } = await import("@toolwright/store/restate");
  return createRestateHost({ engine: engineAddress, handler });
}

/** Milliseconds of the clock that all processes of a machine share. */
function now() {
  return Number(process.hrtime.bigint()) / 1e6;
}
