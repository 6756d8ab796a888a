import type { Logger } from "@toolwright/core";
import type { McpTools } from "@toolwright/mcp";
import { atEnd } from "../setup/clean-up.ts";
import { messageOf } from "../text/message-of.ts";
import { notice } from "../text/notice.ts";
import { UsageError } from "../usage-error.ts";
import { type ChosenServers, chooseServers, type ServerChoice } from "./choose-servers.ts";

/** Which servers are opened. */
interface OpenedServers extends ServerChoice {
  /** One of them alone. */
  readonly only?: string;
  /** Their apps are shown. */
  readonly apps?: boolean;
  /** More may be added later. */
  readonly addsServers?: boolean;
}

/**
 * Connects to the servers that a command works with; undefined where there is none, and none may come. What cannot be
 * used is named on stderr.
 */
export async function openServers(choice: OpenedServers): Promise<McpTools | undefined> {
  const chosen = only(await chooseServers(choice), choice.only);
  if (Object.keys(chosen.servers).length === 0 && choice.addsServers !== true) return undefined;
  const mcp = await connected(chosen, choice.apps === true);
  atEnd(() => mcp.close());
  for (const { name, problem, wantsLogin } of mcp.servers)
    if (problem !== undefined)
      notice(`the MCP server ${name} cannot be used: ${problem}${wantsLogin ? `; toolwright mcp login ${name}` : ""}`);
  for (const { server, tool, reason } of mcp.setAside) notice(`${server}: ${tool || "a tool"} is left out: ${reason}`);
  return mcp;
}

function only(chosen: ChosenServers, name: string | undefined): ChosenServers {
  if (name === undefined) return chosen;
  return { ...chosen, servers: Object.fromEntries(Object.entries(chosen.servers).filter(([one]) => one === name)) };
}

async function connected({ servers, pinsFile, loginsDirectory }: ChosenServers, apps: boolean): Promise<McpTools> {
  const { fileLogins, filePins, mcpTools } = await import("@toolwright/mcp");
  try {
    const [pins, logins] = [filePins(pinsFile), fileLogins(loginsDirectory)];
    return await mcpTools({ servers, pins, logins, apps, logger: SILENT });
  } catch (thrown) {
    if (thrown instanceof TypeError)
      throw new UsageError(messageOf(thrown).replace(/^mcpTools: /, "MCP: "), { cause: thrown });
    throw thrown;
  }
}

/** What is wrong is said once, at the beginning. */
const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };
