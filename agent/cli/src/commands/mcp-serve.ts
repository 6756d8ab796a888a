import { type Approver, ToolRegistry } from "@toolwright/core";
import { LOOPBACK_NAMES } from "@toolwright/core/internal";
import type { ListeningMcpServer, McpServer } from "@toolwright/mcp/server";
import type { Store } from "@toolwright/store";
import type { FolderAgent, Workspace } from "@toolwright/workspace";
import { EXIT } from "../exit-code.ts";
import type { McpServeFlags } from "../flags.ts";
import { packageVersion } from "../package-version.ts";
import { chosenToken, TOKEN_VARIABLE } from "../serve/chosen-token.ts";
import { openConversations } from "../serve/open-conversations.ts";
import { newConversation } from "../setup/new-conversation.ts";
import { offerKeptOutputs } from "../setup/offer-kept-outputs.ts";
import { prepare } from "../setup/prepare.ts";
import { stopSignal } from "../setup/stop-signal.ts";
import { bracketed } from "../text/bracketed.ts";
import { messageOf } from "../text/message-of.ts";
import { printable } from "../text/printable.ts";
import { UsageError } from "../usage-error.ts";

/** What nobody is asked for on a pipe. */
const OVER_HTTP = [
  ["token", "--token"],
  ["tokenFile", "--token-file"],
  ["host", "--host"],
  ["allowHost", "--allow-host"],
] as const;

/** Characters that a token has at least: it is all that keeps other programs out. */
const MIN_TOKEN = 16;

/**
 * `toolwright mcp serve`: the folder's tools over MCP, until its input ends or it is stopped. Resolves to the exit
 * code.
 */
export async function serveMcp(flags: McpServeFlags): Promise<number> {
  // Clients start it with a pipe, also where nobody has written --stdio into their settings.
  const isStdio = flags.stdio ?? (flags.port === undefined && process.stdin.isTTY !== true);
  if (isStdio === (flags.port !== undefined))
    throw new UsageError("Give --stdio, as clients start it, or --port to listen on this machine.");
  const unused = OVER_HTTP.find(([name]) => isStdio && flags[name] !== undefined);
  if (unused !== undefined)
    throw new UsageError(`${unused[1]} is for --port, and this speaks on its input and output.`);
  const token = isStdio ? undefined : tokenOf(flags);
  delete process.env[TOKEN_VARIABLE];
  const { agent, opened } = await prepare({
    flags,
    person: undefined,
    model: undefined,
    conversation: newConversation(),
  });
  offerKeptOutputs(agent);
  const { tools: _tools, activity: _activity, conversation: _conversation, ...runner } = opened.config;
  const { createMcpServer } = await import("@toolwright/mcp/server");
  const store = await openStoreOf(agent.workspace, flags);
  const server = createMcpServer(flags.codeMode ? await programsOf(agent) : agent.tools, {
    version: packageVersion(),
    runner: flags.mode === "deny-asks" ? { ...runner, approver: NOBODY } : runner,
    allowedHosts: [
      ...LOOPBACK_NAMES,
      ...(flags.host === undefined ? [] : [bracketed(flags.host)]),
      ...(flags.allowHost ?? []),
    ],
    ...(store && { store }),
    ...(token !== undefined && { token }),
  });
  if (isStdio) await server.serveStdio();
  else await listen(server, flags);
  await server.close();
  await store?.close();
  return EXIT.ok;
}

/** Two tools, whatever the folder has: one that finds others, and one whose programs call them. */
async function programsOf({ tools }: FolderAgent): Promise<ToolRegistry> {
  const { createCodeMode, toolsInside } = await import("@toolwright/code-mode");
  const { search, tool } = createCodeMode(toolsInside(tools.tools()).inside);
  return new ToolRegistry([search, tool]);
}

/** In a mode that is for calls which nobody watches, the client's person is not asked either. */
const NOBODY: Approver = {
  approve: async ({ approvalId }) => ({ approvalId, approve: false, reason: "Nobody is asked in the mode deny-asks." }),
};

function tokenOf(flags: McpServeFlags): string | undefined {
  const isLocal = flags.host === undefined || LOOPBACK_NAMES.includes(bracketed(flags.host));
  const { token, isChosen } = chosenToken(flags, isLocal, process.env);
  if (isChosen && token.length < MIN_TOKEN) throw new UsageError(`A token has at least ${MIN_TOKEN} characters.`);
  return isChosen ? token : undefined;
}

/** Tasks and questions outlive the process where Node has a database for them. */
async function openStoreOf(workspace: Workspace, { store }: McpServeFlags): Promise<Store | undefined> {
  try {
    return await openConversations(workspace, store, "mcp.sqlite");
  } catch (thrown) {
    if (store !== undefined) throw thrown;
    process.stderr.write(`toolwright: tasks and questions end with this process: ${printable(messageOf(thrown))}\n`);
    return undefined;
  }
}

async function listen(server: McpServer, { host = "127.0.0.1", port = 0, json }: McpServeFlags): Promise<void> {
  const { listenMcp } = await import("@toolwright/mcp/server");
  const stopped = stopSignal();
  const listening: ListeningMcpServer = await listenMcp(server, { port, host }).catch((thrown) => {
    throw new UsageError(`${host} port ${port} cannot be listened on: ${messageOf(thrown)}`, { cause: thrown });
  });
  process.stdout.write(json ? `${JSON.stringify({ url: listening.url })}\n` : `MCP at ${listening.url}\n`);
  await stopped;
  await listening.close();
}
