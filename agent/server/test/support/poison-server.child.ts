// A server in a process of its own, with tools that end it: PLACE (a file, or postgres://…#schema), ENGINE (or ""),
// NOTES.
import { appendFileSync, existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type DurableHost, defineTool, type LlmCompletionResult, type ModelPort, type Tool } from "@toolwright/core";
import { openStore } from "@toolwright/store";
import { type AgentServer, createAgentServer, startNodeServer } from "../../src/index.ts";

const [place = "", engine = "", notes = ""] = process.argv.slice(2);
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const input = { type: "object", properties: { text: { type: "string" } } };

/** Says `poison …`: ends the process, until it is healed. Says `slow …`: takes its time. */
async function act(text: string): Promise<string> {
  appendFileSync(notes, `${text}\n`);
  if (text.startsWith("poison") && !existsSync(`${notes}.healed`)) process.kill(process.pid, "SIGKILL");
  if (text.startsWith("slow")) await pause(1_500);
  return `did ${text}`;
}

const common = { description: "Acts.", input, allowlist: "all" } as const;
const execute = ({ text = "" }: { readonly text?: string }) => act(text);
const tools: Tool[] = [
  defineTool({ ...common, name: "read", effects: "read", execute }),
  defineTool({ ...common, name: "put", effects: { kind: "write", idempotent: true }, execute }),
  defineTool({ ...common, name: "send", effects: "external", execute }),
  defineTool({
    ...common,
    name: "delegate",
    effects: "read",
    // Its first call settles in every attempt.
    async execute({ text = "" }: { readonly text?: string }, { call }) {
      await call("read", { text: "harmless" });
      return (await call("read", { text })).output.type;
    },
  }),
];

/**
 * Calls the tool that is the user's first word with the rest of what was said, and then is done. `model …` is a
 * poisoned answer.
 */
const model: ModelPort = {
  name: "poison",
  completionStream({ messages }) {
    const last = messages.at(-1);
    const [name = "", ...rest] = last?.role === "user" ? String(last.content).split(" ") : [];
    const calls = tools.some((tool) => tool.name === name) ? [callOf(name, rest.join(" "))] : [];
    // At once: what is asked of a model may end the process before it has answered anything.
    const said = name === "model" ? act(rest.join(" ")) : pause(1);
    return { stream: nothing(), final: said.then(() => answerOf(calls)) };
  },
};

function callOf(name: string, text: string) {
  const id = `c${Math.random().toString(36).slice(2, 9)}`;
  return { id, type: "function", function: { name, arguments: JSON.stringify({ text }) } } as const;
}

function answerOf(calls: readonly ReturnType<typeof callOf>[]): LlmCompletionResult {
  if (calls.length === 0)
    return { message: { role: "assistant", content: "Done." }, model: "poison", finishReason: "stop" };
  const message = { role: "assistant", content: "", tool_calls: [...calls] } as const;
  return { message, model: "poison", finishReason: "tool_calls", toolCalls: calls };
}

async function* nothing() {}

async function storeAt(address: string) {
  if (!address.startsWith("postgres")) return openStore({ file: address });
  const { open } = await import("../../../store/test/postgres/support/postgres-place.ts");
  return open(address);
}

async function engineAt(address: string): Promise<DurableHost> {
  const { createRestateHost } = await import("@toolwright/store/restate");
  return createRestateHost({
    ...JSON.parse(address),
    restAfterMs: 3_000,
    handler: (run, turn) => server.work(run, turn),
  });
}

const store = await storeAt(place);
const host = engine === "" ? undefined : await engineAt(engine);
const server: AgentServer = createAgentServer({
  agent: { model: "poison", tools, config: () => ({ model, tools, logger }) },
  store,
  token: "t",
  ...(host && { engine: host }),
  limits: { leaseMs: 1_500, requestsPerSecond: 10_000 },
  logger,
});
const listening = await startNodeServer(server, { port: 0 });
process.on("disconnect", () => process.exit());
process.once("SIGTERM", async () => {
  await listening.close();
  await host?.close();
  await store.close();
  process.exit(0);
});
process.send?.(listening.port);
