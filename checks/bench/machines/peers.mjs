// The turns of `npm run cost`, in DBOS on PostgreSQL and with Restate's own AI middleware: milliseconds a call, the
// fastest of nine; a line of JSON for each. `npm run cost -- --peers`, at the root, installs what it needs, and puts
// both beside ours.
import { createServer } from "node:http2";
import { DBOS } from "@dbos-inc/dbos-sdk";
import * as restate from "@restatedev/restate-sdk";
import { durableCalls } from "@restatedev/vercel-ai-middleware";
import { generateText, jsonSchema, stepCountIs, tool, wrapLanguageModel } from "ai";
import { startPostgres } from "../../../agent/store/test/postgres/support/postgres-server.ts";
import { freePort, startRestate } from "../../../agent/store/test/restate/support/restate-server.ts";

const SHAPES = { "a call a step": [200, 1], "four calls a step": [50, 4] };
const TURNS = 9;

await dbos();
await middleware();
process.exit(0);

/** Every model call and every call is a step of a workflow. */
async function dbos() {
  const server = await startPostgres();
  DBOS.setConfig({ name: "cost", systemDatabaseUrl: server.url, logLevel: "error", runAdminServer: false });
  const turn = DBOS.registerWorkflow(
    async (steps, calls) => {
      for (let step = 0; step <= steps; step += 1) {
        await DBOS.runStep(async () => ({ text: "" }), { name: `model:${step}` });
        const each = Array.from({ length: step < steps ? calls : 0 }, (_, n) => n);
        await Promise.all(each.map((n) => DBOS.runStep(async () => "tock", { name: `${step}.${n}` })));
      }
    },
    { name: "turn" },
  );
  await DBOS.launch();
  await measure("DBOS", async (steps, calls) => (await DBOS.startWorkflow(turn)(steps, calls)).getResult());
  await DBOS.shutdown();
  await server.end();
}

/** Model calls are entries of the journal, calls are not. */
async function middleware() {
  const server = await startRestate();
  const agent = restate.service({
    name: "agent",
    handlers: {
      turn: async (ctx, [steps, calls]) => {
        const model = wrapLanguageModel({ model: modelOf(steps, calls), middleware: durableCalls(ctx) });
        const tick = tool({ inputSchema: jsonSchema({ type: "object" }), execute: () => "tock" });
        await generateText({ model, tools: { tick }, prompt: "go", stopWhen: stepCountIs(steps + 1) });
      },
    },
  });
  const port = await freePort();
  createServer(restate.createEndpointHandler({ services: [agent], logger: () => undefined })).listen(port, "127.0.0.1");
  const post = (url, body) =>
    fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  await post(`http://127.0.0.1:${server.ports.admin}/deployments`, { uri: `http://127.0.0.1:${port}` });
  await measure("Restate's AI middleware", async (...shape) => {
    const answer = await post(`http://127.0.0.1:${server.ports.ingress}/agent/turn`, shape);
    if (!answer.ok) throw new Error(await answer.text());
  });
  await server.end();
}

function modelOf(steps, calls) {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  let step = -1;
  return {
    specificationVersion: "v4",
    provider: "cost",
    modelId: "cost",
    supportedUrls: {},
    async doGenerate() {
      step += 1;
      if (step >= steps)
        return {
          content: [{ type: "text", text: "Done." }],
          finishReason: { unified: "stop", raw: "stop" },
          usage,
          warnings: [],
        };
      const content = Array.from({ length: calls }, (_, n) => {
        const toolCallId = `${step}.${n}`;
        return { type: "tool-call", toolCallId, toolName: "tick", input: JSON.stringify({ id: toolCallId }) };
      });
      return { content, finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage, warnings: [] };
    },
  };
}

async function measure(where, play) {
  for (const [name, [steps, calls]] of Object.entries(SHAPES)) {
    await play(steps, calls);
    const times = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const began = performance.now();
      await play(steps, calls);
      times.push((performance.now() - began) / (steps * calls));
    }
    console.log(JSON.stringify({ where, shape: name, ms: Math.min(...times) }));
  }
}
