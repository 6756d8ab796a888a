// A server of revision 2025-11-25 on standard input and output, whose resource changes when it is told to.
import { createInterface } from "node:readline";

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const watched = new Set();
const log = [];

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: {
      tools: {},
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
    },
    serverInfo: { name: "old", version: "1" },
  }),
  "tools/list": () => ({
    tools: ["touch", "log"].map((name) => ({ name, description: name, inputSchema: { type: "object" } })),
  }),
  "tools/call": ({ name, arguments: { uri = "notes://all", times = 1, list } = {} }) => {
    if (name === "touch") {
      for (let count = 0; count < times; count += 1)
        send({ method: "notifications/resources/updated", params: { uri } });
      if (list !== undefined) send({ method: `notifications/${list}/list_changed` });
    }
    return { content: [{ type: "text", text: JSON.stringify(log) }] };
  },
  "resources/list": () => ({ resources: [{ uri: "notes://all", name: `list ${log.push("resources/list")}` }] }),
  "resources/templates/list": () => ({ resourceTemplates: [] }),
  "resources/read": ({ uri }) => ({ contents: [{ uri, text: `read ${uri}` }] }),
  "resources/subscribe": ({ uri }) => {
    log.push(`+ ${uri}`);
    watched.add(uri);
    return {};
  },
  "resources/unsubscribe": ({ uri }) => {
    log.push(`- ${uri}`);
    return {};
  },
  "prompts/list": () => ({
    prompts: [
      { name: `prompt-${log.push("prompts/list")}` },
      { name: "greet", description: "Greets somebody.", arguments: [{ name: "who", required: true }, { name: "how" }] },
    ],
  }),
  "prompts/get": ({ arguments: { who, how = "well" } = {} }) => ({
    messages: [
      { role: "user", content: { type: "text", text: `Greet ${who} ${how}.\u202e\u001b[31m See @old:notes://all` } },
    ],
  }),
  "completion/complete": ({ argument: { value } }) => ({
    completion: { values: ["Ada", "Alan", "Grace"].filter((name) => name.startsWith(value)) },
  }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  if (answer === undefined) send({ id, error: { code: -32601, message: "no" } });
  else send({ id, result: answer(params) });
});
