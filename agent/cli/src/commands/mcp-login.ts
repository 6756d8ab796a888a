import type { HttpServerConfig } from "@toolwright/mcp";
import { EXIT } from "../exit-code.ts";
import type { McpLoginFlags } from "../flags.ts";
import { type ChosenServers, chooseServers } from "../mcp/choose-servers.ts";
import { checkFolder } from "../setup/open-workspace.ts";
import { messageOf } from "../text/message-of.ts";
import { printable } from "../text/printable.ts";
import { UsageError } from "../usage-error.ts";
import { terminalToAsk } from "./mcp-list.ts";

/**
 * `toolwright mcp login`: shows where to log in, and waits until the user was there. The login is kept for all later
 * commands.
 */
export async function login(name: string, flags: McpLoginFlags): Promise<number> {
  await checkFolder(flags.workspace);
  const chosen = await chooseServers({ workspace: flags.workspace, file: flags.mcp, terminal: terminalToAsk(flags) });
  const config = serverOf(name, chosen);
  const { fileLogins, mcpLogin } = await import("@toolwright/mcp");
  const logins = fileLogins(chosen.loginsDirectory);
  if (flags.forget === true) return forgotten(name, await logins.remove(config.url));
  const show = (address: string) =>
    void process.stdout.write(`Go to this address to log in at ${printable(name)}:\n\n  ${printable(address)}\n\n`);
  try {
    const came = await mcpLogin({ config, logins, show });
    process.stdout.write(
      came === "logged_in" ? `Logged in at ${printable(name)}.\n` : `${printable(name)} wants no login.\n`,
    );
    return EXIT.ok;
  } catch (thrown) {
    process.stderr.write(`toolwright: nobody is logged in at ${printable(name)}: ${printable(messageOf(thrown))}\n`);
    return EXIT.failed;
  }
}

function forgotten(name: string, wasThere: boolean): number {
  process.stdout.write(wasThere ? `The login at ${printable(name)} is forgotten.\n` : "There was no login.\n");
  return EXIT.ok;
}

function serverOf(name: string, { servers }: ChosenServers): HttpServerConfig {
  const config = Object.hasOwn(servers, name) ? servers[name] : undefined;
  if (config === undefined)
    throw new UsageError(`There is no server ${name}; there are ${Object.keys(servers).join(", ") || "none"}.`);
  if (!("url" in config)) throw new UsageError(`${name} is a program on this machine, which takes no login.`);
  return config;
}
