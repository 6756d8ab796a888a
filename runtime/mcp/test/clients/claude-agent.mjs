// The Claude Agent SDK, with the program that it brings, against the server at the address that is given; its model is
// scripted, on this machine. Prints what came of each as one line of JSON. What is its user's goes into the folder
// HOME.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { resultsIn, scriptedAnthropic } from "./scripted-anthropic.mjs";

const [url, folder] = process.argv.slice(2);
const installed = createRequire(`${folder}/package.json`);
const { query } = await import(pathToFileURL(installed.resolve("@anthropic-ai/claude-agent-sdk")).href);

const named = (name, input) => [`mcp__ours__${name}`, input];
const calls = [named("add", { a: 2, b: 3 }), named("send", { to: "ann" }), named("job", {}), named("wait", {})];
const controller = new AbortController();
const results = [];
let tools = [];
const model = await scriptedAnthropic(calls, (body) => {
  tools = body.tools?.map(({ name }) => name) ?? tools;
  const said = body.messages.flatMap(resultsIn).map(({ content }) => JSON.stringify(content));
  results.splice(0, results.length, ...said);
  // The next call waits for half a minute.
  if (said.length === 3) setTimeout(() => controller.abort(), 2_000);
});
const { PATH, HOME } = process.env;
try {
  for await (const _ of query({
    prompt: "Go on.",
    options: {
      abortController: controller,
      mcpServers: { ours: { type: "http", url } },
      allowedTools: calls.map(([name]) => name),
      tools: [],
      settingSources: [],
      onElicitation: async () => ({ action: "accept", content: { allow: true } }),
      env: {
        PATH,
        HOME,
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: "none",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      },
    },
  }));
} catch (error) {
  if (!controller.signal.aborted) throw error;
}
const [call, approve, background] = results;
// What is looked at when this line comes shall not be the work of the end of the connection.
console.log(JSON.stringify({ list: tools.join(" "), call, approve, background, cancel: "aborted" }));
model.close();
await new Promise((resolve) => setTimeout(resolve, 1_000));
process.exit();
