// The client that the official conformance suite drives: ours, as a program. It connects to the address that it is
// given, calls every tool that it finds (or those of MCP_CONFORMANCE_CONTEXT), answers what is asked, and logs in like
// a browser whose user always agrees.
import { type Approver, type JsonObject, type Tool, ToolRegistry, ToolRunner } from "@toolwright/core";
import { originOf } from "@toolwright/core/internal";
import { type LoginPrompt, type McpTools, mcpTools } from "@toolwright/mcp";

const url = process.argv.at(-1) ?? "";
const context: Context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");

/** What a scenario tells a client. */
interface Context {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[];
}

/** The address that the suite expects as the id of a client that has a document. */
const DOCUMENT = "https://conformance-test.local/client-metadata.json";

const prompt: LoginPrompt = {
  redirectUrl: "http://127.0.0.1:3000/callback",
  async authorise(address) {
    const response = await fetch(address, { redirect: "manual" });
    await response.text();
    return new URL(response.headers.get("location") ?? "", address);
  },
};

/** Fills in what is required and has no default, and agrees to everything. */
const approver: Approver = {
  async approve({ approvalId, arguments: asked }) {
    const fields = Array.isArray(asked.fields) ? asked.fields : [];
    const open = fields.map(Object).filter((field) => field.initial === undefined);
    const answers = Object.fromEntries(open.map(({ name, kind }) => [name, kind === "yes_no" ? true : 1]));
    return { approvalId, approve: true, arguments: { ...asked, ...(open.length > 0 && { answers }) } };
  },
};

async function main(): Promise<void> {
  const { client_id: clientId, client_secret: clientSecret } = context;
  const mcp = await mcpTools({
    servers: {
      suite: {
        url,
        confirm: "never",
        oauth: {
          clientMetadataUrl: DOCUMENT,
          ...(clientId !== undefined && { clientId }),
          ...(clientSecret !== undefined && { clientSecret }),
        },
      },
    },
    prompt,
  });
  try {
    const [server] = mcp.servers;
    if (server?.problem !== undefined) throw new Error(server.problem);
    await callAll(mcp);
  } finally {
    await mcp.close();
  }
}

async function callAll(mcp: McpTools): Promise<void> {
  const runner = new ToolRunner({ registry: new ToolRegistry([...mcp.tools]), approver });
  const wanted = context.toolCalls ?? mcp.tools.map((tool) => ({ name: tool.name, arguments: example(tool) }));
  for (const { name, arguments: given } of wanted) {
    // A model is told to leave out what it has no value for: null is no boolean, and such a call is not sent.
    const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
    const tool = mcp.tools.find((one) => one.name === name || originOf(one)?.tool === name);
    const { message } = await runner.exec({ name: tool?.name ?? name, arguments: args });
    console.log(`${name}: ${JSON.stringify(message.content).slice(0, 300)}`);
  }
}

/** Arguments that a schema takes, as far as scenarios need any. */
function example({ definition }: Tool): JsonObject {
  const properties = Object.entries(Object(definition.parameters.properties));
  return Object.fromEntries(properties.map(([name, schema]) => [name, EXAMPLES[Object(schema).type] ?? "a text"]));
}

const EXAMPLES: Readonly<Record<string, JsonObject | number | boolean>> = {
  number: 2,
  integer: 2,
  boolean: true,
  object: {},
};

await main();
