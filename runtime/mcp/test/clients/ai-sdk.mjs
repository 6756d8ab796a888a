// AI SDK's MCP client against the server at the address that is given. Prints what came of each as one line of JSON.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [url, folder] = process.argv.slice(2);
const installed = createRequire(`${folder}/package.json`);
const { createMCPClient, ElicitationRequestSchema } = await import(
  pathToFileURL(installed.resolve("@ai-sdk/mcp")).href
);

const client = await createMCPClient({ transport: { type: "http", url }, capabilities: { elicitation: {} } });
client.onElicitationRequest(ElicitationRequestSchema, () => ({ action: "accept", content: { allow: true } }));
const tools = await client.tools();
const call = (name, input, abortSignal) => tools[name].execute(input, { messages: [], toolCallId: name, abortSignal });
const said = async (work) => {
  try {
    return JSON.stringify(await work());
  } catch (error) {
    return `failed: ${error.message}`;
  }
};
const list = Object.keys(tools).join(" ");
const answers = {
  list,
  call: await said(() => call("add", { a: 2, b: 3 })),
  approve: await said(() => call("send", { to: "ann" })),
  background: await said(() => call("job", {})),
  cancel: await said(() => call("wait", {}, AbortSignal.timeout(500))),
};
// What is looked at when this line comes shall not be the work of the end of the connection.
await new Promise((resolve) => setTimeout(resolve, 500));
console.log(JSON.stringify(answers));
await new Promise((resolve) => setTimeout(resolve, 500));
await client.close();
