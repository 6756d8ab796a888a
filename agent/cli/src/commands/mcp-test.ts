import type { McpTools } from "@toolwright/mcp";
import { EXIT } from "../exit-code.ts";
import type { McpFlags } from "../flags.ts";
import { openServers } from "../mcp/open-servers.ts";
import { checkFolder } from "../setup/open-workspace.ts";
import { printable } from "../text/printable.ts";
import { UsageError } from "../usage-error.ts";
import { terminalToAsk } from "./mcp-list.ts";

/** `toolwright mcp test`: connects to one server and says what came of it. Fails where it cannot be used. */
export async function testServer(name: string, flags: McpFlags): Promise<number> {
  await checkFolder(flags.workspace);
  const began = performance.now();
  const terminal = terminalToAsk(flags);
  const mcp = await openServers({ workspace: flags.workspace, file: flags.mcp, terminal, only: name });
  const [server] = mcp?.servers ?? [];
  if (mcp === undefined || server === undefined)
    throw new UsageError(`There is no server ${name}. \`toolwright mcp list\` lists what there is.`);
  const ms = Math.round(performance.now() - began);
  const { state, version, problem } = server;
  const told = { name, state, version, problem, ms, tools: namesOf(mcp), setAside: mcp.setAside };
  if (flags.json) process.stdout.write(`${JSON.stringify(told)}\n`);
  else if (state === "connected") {
    const aside = mcp.setAside.length === 0 ? "" : `, ${mcp.setAside.length} left out`;
    const line = `${name}: connected in ${ms} ms, ${version}, ${namesOf(mcp).length} tools${aside}`;
    process.stdout.write(`${printable(line)}\n`);
  }
  return state === "connected" ? EXIT.ok : EXIT.failed;
}

function namesOf({ tools }: McpTools): readonly string[] {
  return tools.map(({ name }) => name);
}
