import type { McpTools } from "@toolwright/mcp";
import { EXIT } from "../exit-code.ts";
import type { McpFlags, McpListFlags } from "../flags.ts";
import { openServers } from "../mcp/open-servers.ts";
import { checkFolder } from "../setup/open-workspace.ts";
import { Screen } from "../terminal/screen.ts";
import { Terminal } from "../terminal/terminal.ts";
import { clip } from "../text/clip.ts";
import { printable } from "../text/printable.ts";
import { UsageError } from "../usage-error.ts";

/** `toolwright mcp list`: which servers there are, what they offer, and what has changed since it was seen. */
export async function listServers(flags: McpListFlags): Promise<number> {
  await checkFolder(flags.workspace);
  const mcp = await openServers({ workspace: flags.workspace, file: flags.mcp, terminal: terminalToAsk(flags) });
  if (flags.accept !== undefined) await accept(mcp, flags.accept);
  if (flags.json) process.stdout.write(`${JSON.stringify(reported(mcp))}\n`);
  else show(mcp);
  return mcp?.servers.some(({ state }) => state === "failed") ? EXIT.failed : EXIT.ok;
}

/** Where a person can be asked whether the folder's servers may be started. */
export function terminalToAsk({ json }: Pick<McpFlags, "json">): Terminal | undefined {
  const canAsk = json !== true && process.stdin.isTTY === true && process.stderr.isTTY === true;
  return canAsk ? new Terminal(process.stdin, process.stderr, process.env) : undefined;
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

function show(mcp: McpTools | undefined): void {
  const screen = new Screen(process.stdout, process.env);
  const { bold, dim } = screen.styles;
  if (mcp === undefined) screen.line("There are no MCP servers: .mcp.json in the folder, or --mcp FILE, names them.");
  for (const { name, state, version, problem } of mcp?.servers ?? []) {
    screen.line(
      `${bold(printable(name))} ${dim(state === "connected" ? `connected, ${version}` : printable(problem ?? state))}`,
    );
    for (const tool of mcp?.tools.filter((one) => one.name.startsWith(`${name}__`)) ?? [])
      screen.line(
        `  ${tool.name.padEnd(40)} ${dim(clip(printable(tool.description.split("\n", 1)[0] ?? ""), screen.width - 44))}`,
      );
  }
  for (const { server, tool, before, after } of mcp?.changes ?? []) {
    screen.line(
      `${bold(`${printable(server)}/${printable(tool)}`)} has changed since it was seen; --accept ${printable(`${server}/${tool}`)} takes it:`,
    );
    if (before !== undefined) screen.line(dim(`  - ${printable(JSON.stringify(before))}`));
    screen.line(`  + ${printable(JSON.stringify(after))}`);
  }
}
