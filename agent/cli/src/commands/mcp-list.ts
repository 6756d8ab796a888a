import type { McpTools } from "@toolwright/mcp";
import { EXIT } from "../exit-code.ts";
import type { McpFlags, McpListFlags } from "../flags.ts";
import { openServers } from "../mcp/open-servers.ts";
import { checkFolder } from "../setup/open-workspace.ts";
import { PlainScreen } from "../terminal/plain-screen.ts";
import { PlainTerminal } from "../terminal/plain-terminal.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { UsageError } from "../usage-error.ts";
import { serverLines } from "../view/server-lines.ts";

/** `toolwright mcp list`: which servers there are, what they offer, and what has changed since it was seen. */
export async function listServers(flags: McpListFlags): Promise<number> {
  await checkFolder(flags.workspace);
  const mcp = await openServers({ workspace: flags.workspace, file: flags.mcp, terminal: terminalToAsk(flags) });
  if (flags.accept !== undefined) await accept(mcp, flags.accept);
  if (flags.json) process.stdout.write(`${JSON.stringify(reported(mcp))}\n`);
  else {
    const screen = new PlainScreen(process.stdout, process.env);
    for (const line of serverLines(mcp, screen)) screen.line(line);
  }
  return mcp?.servers.some(({ state }) => state === "failed") ? EXIT.failed : EXIT.ok;
}

/** Where a person can be asked: stderr, so that stdout holds the result and nothing else. */
export function terminalToAsk({ json }: Pick<McpFlags, "json">): Terminal | undefined {
  const canAsk = json !== true && process.stdin.isTTY === true && process.stderr.isTTY === true;
  return canAsk ? new PlainTerminal(process.stdin, process.stderr, process.env) : undefined;
}

async function accept(mcp: McpTools | undefined, name: string): Promise<void> {
  const change = mcp?.changes.find(({ server, tool }) => `${server}/${tool}` === name);
  if (change === undefined) {
    const changed = mcp?.changes.map(({ server, tool }) => `${server}/${tool}`) ?? [];
    throw new UsageError(
      `${name} has no changed definition${changed.length === 0 ? "." : `; these have: ${changed.join(", ")}.`}`,
    );
  }
  await mcp?.accept(change);
}

function reported(mcp: McpTools | undefined): object {
  if (mcp === undefined) return { servers: [], tools: [], setAside: [], changes: [] };
  const { servers, tools, setAside, changes } = mcp;
  return { servers, tools: tools.map(({ name, description }) => ({ name, description })), setAside, changes };
}
