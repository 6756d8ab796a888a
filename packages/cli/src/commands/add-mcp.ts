import type { Command } from "commander";
import type { McpListFlags, McpServeFlags } from "../flags.ts";
import { portOf } from "../text/port-of.ts";
import { UsageError } from "../usage-error.ts";

/** Adds `mcp list` and `mcp serve` to the command line. */
export function addMcp(
  program: Command,
  end: (exitCode: number) => void,
  withToolOptions: (command: Command) => Command,
): void {
  const mcp = program.command("mcp").description("tools of MCP servers, and these tools over MCP");
  mcp.action(() => {
    throw new UsageError("Say which: toolwright mcp list, or toolwright mcp serve.");
  });
  mcp
    .command("list")
    .description("connect to the servers, and list their tools and what is wrong with them")
    .option("--workspace <dir>", "the folder whose .mcp.json counts", ".")
    .option("--mcp <file>", "a file of servers, as .mcp.json is written")
    .option("--accept <tool>", "take the changed definition of a tool, SERVER/TOOL, for good")
    .option("--json", "print one JSON object")
    .option("--verbose", "show stack traces")
    .action(async (flags: McpListFlags) => {
      const { listServers } = await import("./mcp-list.ts");
      end(await listServers(flags));
    });
  withToolOptions(mcp.command("serve").description("offer the tools of the folder over MCP"))
    .option("--stdio", "speak on standard input and output, as clients start it")
    .option("--port <number>", "listen on this machine; 0 takes a free port", portOf)
    .option(
      "--token-file <file>",
      "a file with the token that clients must bring over HTTP; TOOLWRIGHT_TOKEN names one, too",
    )
    .option("--json", "print {url} as one JSON line when it listens")
    .action(async (flags: McpServeFlags) => {
      const { serveMcp } = await import("./mcp-serve.ts");
      end(await serveMcp(flags));
    });
}
