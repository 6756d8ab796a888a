import { EXIT } from "../exit-code.ts";
import type { McpServeFlags } from "../flags.ts";
import { packageVersion } from "../package-version.ts";
import { chosenToken, TOKEN_VARIABLE } from "../serve/chosen-token.ts";
import { newConversation } from "../setup/new-conversation.ts";
import { prepare } from "../setup/prepare.ts";
import { UsageError } from "../usage-error.ts";

/** `toolwright mcp serve`: the folder's tools over MCP, until its input ends or it is stopped. Resolves to the exit code. */
export async function serveMcp(flags: McpServeFlags): Promise<number> {
  if ((flags.stdio === true) === (flags.port !== undefined))
    throw new UsageError("Give --stdio, as clients start it, or --port to listen on this machine.");
  const token = flags.port === undefined ? undefined : chosenToken(flags, true, process.env);
  delete process.env[TOKEN_VARIABLE];
  const { agent, opened } = await prepare({
    flags,
    person: undefined,
    model: undefined,
    conversation: newConversation(),
  });
  const { tools: _tools, activity: _activity, conversation: _conversation, ...runner } = opened.config;
  const { createMcpServer, listenMcp } = await import("@toolwright/mcp/server");
  const server = createMcpServer(agent.tools, {
    version: packageVersion(),
    runner,
    ...(token?.isChosen && { token: token.token }),
  });
  if (flags.port === undefined) {
    await server.serveStdio();
    return EXIT.ok;
  }
  const listening = await listenMcp(server, { port: flags.port });
  process.stdout.write(flags.json ? `${JSON.stringify({ url: listening.url })}\n` : `MCP at ${listening.url}\n`);
  await stopped();
  await listening.close();
  return EXIT.ok;
}

function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => resolve());
  });
}
