import type { InvocationSummary } from "@toolwright/core/telemetry";
import { chatGraph, definitions } from "./graph.ts";
import { startModelServer } from "./model-server.ts";
import { chatRoute } from "./route/chat-route.ts";

const server = await startModelServer();
const clock = { now: () => new Date("2026-01-02T22:30:00Z"), timeZone: () => "UTC" };
const summaries: InvocationSummary[] = [];
const graph = chatGraph({ baseUrl: server.baseUrl, clock, sink: (summary) => void summaries.push(summary) });
const chat = chatRoute(graph.executor);

console.log(`offered: ${definitions.map((tool) => tool.function.name).join(", ")}\n`);

const body = JSON.stringify({ message: "Name this chat, and tell me the time." });
const response = await chat(new Request("http://localhost/api/v1/ai/chat", { method: "POST", body }));
console.log(response.headers.get("x-vercel-ai-data-stream"), response.headers.get("content-type"));
process.stdout.write(await response.text());
server.close();

console.log("\nwhat the model read of the calls:");
for (const message of server.requests.at(-1)?.messages ?? []) {
  if ("tool_call_id" in message) console.log(JSON.stringify(message));
}

await graph.idle();
console.log("\nsummaries:");
for (const { step, status, toolCalls, usage } of summaries) {
  const calls = toolCalls.map(({ toolName, errorCode = "ok" }) => `${toolName} ${errorCode}`).join(", ");
  console.log(`${step} ${status} ${usage?.outputTokens} tokens: ${calls || "no calls"}`);
}
