import type {
  CallToolResult,
  InputRequiredResult,
  McpRequestContext,
  Server,
  ServerContext,
} from "@modelcontextprotocol/server";
import { isFields, isJsonObject } from "@toolwright/core/internal";
import { callTool } from "./calls/call-tool.ts";
import type { Client } from "./mcp-server.port.ts";
import { listTools } from "./offers/list-tools.ts";
import { addPrompts } from "./offers/prompts.ts";
import { addResources } from "./offers/resources.ts";
import type { Shared } from "./shared.ts";
import { TASKS } from "./tasks/task-extension.ts";
import { addTaskMethods } from "./tasks/task-methods.ts";

/** Makes a server of the SDK: one for each connection, or for each request where there are no connections. */
export function makeServer(shared: Shared, era: McpRequestContext["era"]): Server {
  const { sdk, options, registry } = shared;
  const { name = "toolwright", version = "0.1.0", instructions } = options;
  const server = new sdk.Server(
    { name, version },
    {
      capabilities: capabilitiesOf(shared, era),
      requestState: { verify: (state) => shared.states.open(state) },
      ...(instructions !== undefined && { instructions }),
    },
  );
  const clientOf = (ctx: ServerContext) => clientIn(ctx, server, shared);
  server.setRequestHandler("tools/list", () => ({ tools: listTools(registry) }));
  server.setRequestHandler("tools/call", async ({ params }, ctx) => {
    const answer = await callTool({ shared, params, ctx, client: clientOf(ctx) });
    // The types of the SDK know no tasks; what it sends does.
    return answer as CallToolResult | InputRequiredResult;
  });
  addResources(server, shared, clientOf);
  if (options.prompts !== undefined) addPrompts(server, shared, clientOf);
  if (era === "modern") addTaskMethods(server, shared, clientOf);
  else addSubscriptions(server);
  return server;
}

/** What listening connections of 2025 have asked to be told of. */
export const subscriptions = new WeakMap<Server, Set<string>>();

function addSubscriptions(server: Server): void {
  const watched = new Set<string>();
  subscriptions.set(server, watched);
  server.setRequestHandler("resources/subscribe", ({ params }) => {
    if (watched.size < MAX_WATCHED) watched.add(params.uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params }) => {
    watched.delete(params.uri);
    return {};
  });
}

const MAX_WATCHED = 1_000;

function capabilitiesOf({ options }: Shared, era: McpRequestContext["era"]) {
  return {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    ...(options.prompts !== undefined && { prompts: { listChanged: true }, completions: {} }),
    ...(era === "modern" ? { extensions: { [TASKS]: {} } } : { logging: {} }),
  };
}

/** A client of 2026 says with every request what it can; one of 2025 said so when it came. */
function clientIn({ http, mcpReq }: ServerContext, server: Server, { sdk }: Shared): Client {
  const envelope: unknown = mcpReq.envelope;
  const said = isFields(envelope) ? envelope[sdk.CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities();
  return { owner: http?.authInfo?.clientId ?? "", capabilities: isJsonObject(said) ? said : {} };
}
