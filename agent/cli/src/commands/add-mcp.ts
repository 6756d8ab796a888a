import { type Command, Option } from "commander";
import type { McpAddFlags, McpFlags, McpListFlags, McpLoginFlags, McpServeFlags } from "../flags.ts";
import { portOf } from "../text/port-of.ts";
import { UsageError } from "../usage-error.ts";

/** Adds `mcp` with its commands to the command line. */
export function addMcp(
  program: Command,
  end: (exitCode: number) => void,
  withToolOptions: (command: Command) => Command,
): void {
  const mcp = program.command("mcp").description("tools of MCP servers, and these tools over MCP");
  mcp.allowExcessArguments().action(() => {
    throw new UsageError(
      "Say which: toolwright mcp list, or toolwright mcp serve; others are add, remove, login and test.",
    );
  });
  withServers(mcp.command("list"))
    .description("connect to the servers, and list their tools and what is wrong with them")
    .option("--accept <tool>", "take the changed definition of a tool, SERVER/TOOL, for good")
    .action(async (flags: McpListFlags) => {
      const { listServers } = await import("./mcp-list.ts");
      end(await listServers(flags));
    });
  addSettings(mcp, end);
  addConnecting(mcp, end);
  withToolOptions(mcp.command("serve").description("offer the tools of the folder over MCP"))
    .option(
      "--stdio",
      "speak on standard input and output, as clients start it; the default where the input is no terminal",
    )
    .option("--port <number>", "listen on this machine; 0 takes a free port", portOf)
    .option("--host <host>", "the address to listen on; another one than this machine's own needs --token")
    .option("--allow-host <name...>", "names under which clients may call it, beside localhost and --host")
    .option("--token <token>", "what clients must bring over HTTP; without it every program of this machine may call")
    .option(
      "--token-file <file>",
      "the same, read from a file; TOOLWRIGHT_TOKEN names one, too: lists of processes show --token",
    )
    .option(
      "--store <place>",
      "where tasks and questions are kept: a path, or postgres://…; default: a file for the folder",
    )
    .option("--json", "print {url} as one JSON line when it listens")
    .action(async (flags: McpServeFlags) => {
      const { serveMcp } = await import("./mcp-serve.ts");
      end(await serveMcp(flags));
    });
}

function withServers(command: Command): Command {
  return command
    .option("--workspace <dir>", "the folder whose .mcp.json counts", ".")
    .option("--mcp <file>", "a file of servers, as .mcp.json is written")
    .option("--json", "print one JSON object")
    .option("--verbose", "show stack traces");
}

function withScope(command: Command): Command {
  const scope = new Option("--scope <scope>", "user: this user's, everywhere; project: the folder's .mcp.json");
  return command
    .addOption(scope.choices(["user", "project"]).default("user"))
    .option("--workspace <dir>", "the folder whose .mcp.json is meant", ".")
    .option("--verbose", "show stack traces");
}

/** What changes the files of servers. */
function addSettings(mcp: Command, end: (exitCode: number) => void): void {
  withScope(mcp.command("add <name-or-server.json> [command-or-url] [args...]"))
    .description(
      "add a server; what begins with - among its arguments stands behind --. Alone: a server.json of the MCP registry, a path or an address",
    )
    .option("--env <variable>", "NAME=value for a program, or NAME for what it holds when it is started", several)
    .option(
      "--header <header>",
      '"Name: value" for an address; variables, as in .mcp.json, are filled in when it is used',
      several,
    )
    .option("--client-id <id>", "as whom this program is registered at the server's login")
    .option("--callback-port <port>", "the port with which it is registered there", portOf)
    .option("--force", "put it in the place of the one of its name")
    .option("--name <name>", "what it is called, of a server.json; default: as the entry calls it")
    .option("--set <value>", "NAME=value: what a server.json asks for", several)
    .option(
      "--use <number>",
      "which of the packages and addresses of a server.json, from 1; default: the first",
      numberOf,
    )
    .option("--yes", "add what a server.json says without being asked")
    .action(async (name: string, target: string | undefined, args: readonly string[], flags: McpAddFlags) => {
      if (target === undefined) {
        const { addEntry } = await import("./mcp-add-entry.ts");
        return end(await addEntry(name, flags));
      }
      if ((flags.name ?? flags.set ?? flags.use ?? flags.yes) !== undefined)
        throw new UsageError("--name, --set, --use and --yes go with a server.json.");
      const { addServer } = await import("./mcp-add.ts");
      end(await addServer({ name, target, args }, flags));
    });
  withScope(mcp.command("remove <name>"))
    .description("take a server out of the file")
    .action(async (name: string, flags: McpAddFlags) => {
      const { removeServer } = await import("./mcp-add.ts");
      end(await removeServer(name, flags));
    });
}

/** What works with one server. */
function addConnecting(mcp: Command, end: (exitCode: number) => void): void {
  withServers(mcp.command("login <name>"))
    .description("log in at a server that wants it; the address is shown, and opened by nobody but you")
    .option("--forget", "forget the login that there is")
    .action(async (name: string, flags: McpLoginFlags) => {
      const { login } = await import("./mcp-login.ts");
      end(await login(name, flags));
    });
  withServers(mcp.command("test <name>"))
    .description("connect to one server, and say what came of it")
    .action(async (name: string, flags: McpFlags) => {
      const { testServer } = await import("./mcp-test.ts");
      end(await testServer(name, flags));
    });
}

function numberOf(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new UsageError(`--use takes a number from 1, and got ${text}.`);
  return Number(text);
}

function several(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
