import { defineTool } from "@toolwright/core";
import { createAgentServer } from "@toolwright/server";
import { openStore } from "@toolwright/store";

const orders = defineTool({
  name: "list_orders",
  description: "Lists the orders of the user.",
  input: { type: "object" },
  allowlist: "all",
  effects: "read",
  execute: (_, { deps }) => deps.ordersOf(deps.user),
});

/** Stands for a model that lists the orders and says what it has found. */
const model = {
  name: "example",
  completionStream({ messages }) {
    const last = messages.at(-1);
    const call = { id: crypto.randomUUID(), type: "function", function: { name: "list_orders", arguments: "{}" } };
    const answer =
      last?.role === "tool"
        ? { message: { role: "assistant", content: `Found: ${last.content}` }, model: "example", finishReason: "stop" }
        : {
            message: { role: "assistant", content: "", tool_calls: [call] },
            model: "example",
            finishReason: "tool_calls",
            toolCalls: [call],
          };
    return { stream: (async function* () {})(), final: Promise.resolve(answer) };
  },
};

/** Users of the app, by what its session cookie holds. */
const SESSIONS = new Map([
  ["session=1", "ada"],
  ["session=2", "bob"],
]);

/** The app's agent: one for all hosts of this folder. */
export const server = createAgentServer({
  agent: { model: "example", config: () => ({ model, tools: [orders] }) },
  store: openStore({ file: process.env.AGENT_STORE ?? "agent.db" }),
  authenticate({ headers }) {
    const user = SESSIONS.get(headers.get("cookie") ?? "");
    if (user === undefined) return undefined;
    return { user, channel: "web", deps: { user, ordersOf: (of) => [`${of}'s umbrella`] } };
  },
});
