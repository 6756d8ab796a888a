import { readFile, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import type { Environment } from "../model/environment.ts";
import { ProjectTrust } from "../permissions/project-trust.ts";
import { askYes } from "../terminal/ask-yes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { notice } from "../text/notice.ts";
import { printable } from "../text/printable.ts";
import { UsageError } from "../usage-error.ts";
import { type McpServers, parseMcpSettings } from "./parse-settings.ts";

/** Which servers a command works with. */
export interface ServerChoice {
  readonly workspace: string;
  /** A file that the user named. */
  readonly file: string | undefined;
  /** Servers that the user has chosen elsewhere. */
  readonly servers?: McpServers;
  /** Where a person can be asked. */
  readonly terminal: Terminal | undefined;
}

/** What was chosen, and where what is known of it is kept. */
export interface ChosenServers {
  readonly servers: McpServers;
  readonly pinsFile: string;
  readonly loginsDirectory: string;
}

/**
 * The servers of this user, of the file that was named, and of the folder's `.mcp.json`, the later ones in place of
 * earlier ones of the same name. Those of the folder are programs that a stranger may have chosen: they are started
 * once a person has said yes to these very words of the file.
 */
export async function chooseServers(choice: ServerChoice): Promise<ChosenServers> {
  const directory = configDirectory(process.env);
  const root = await realpath(choice.workspace);
  const named = choice.file === undefined ? {} : await readSettings(choice.file, { needed: true });
  const servers = {
    ...(await readSettings(join(directory, "mcp.json"))),
    ...(await folderServers(join(root, ".mcp.json"), { root, directory, choice })),
    ...named,
    ...choice.servers,
  };
  return {
    servers,
    pinsFile: join(directory, "mcp-pins.json"),
    loginsDirectory: join(directory, "mcp-logins"),
  };
}

/** Where this user's servers, what was seen of them and logins at them are kept. */
export function configDirectory({ XDG_CONFIG_HOME = "" }: Environment): string {
  return join(isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), ".config"), "toolwright");
}

async function readSettings(file: string, { needed = false } = {}): Promise<McpServers> {
  const text = await textOf(file);
  if (text !== undefined) return parseMcpSettings(text, file, process.env);
  if (needed) throw new UsageError(`There is no file ${file}; --mcp takes one like .mcp.json.`);
  return {};
}

async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}

interface FolderChoice {
  readonly root: string;
  readonly directory: string;
  readonly choice: ServerChoice;
}

async function folderServers(file: string, { root, directory, choice }: FolderChoice): Promise<McpServers> {
  const text = await textOf(file);
  if (text === undefined || (choice.file !== undefined && resolve(choice.file) === file)) return {};
  const trust = new ProjectTrust(join(directory, "trusted-mcp"));
  const known = await trust.has({ root, text });
  if (!known && !(await isAllowed(text, file, choice.terminal))) {
    const how = `name the file to start them: --mcp ${file}`;
    notice(`the MCP servers of ${file} are not started; ${how}.`);
    return {};
  }
  const servers = parseMcpSettings(text, file, process.env);
  if (!known) await trust.add({ root, text });
  return servers;
}

/** Anything but a clear yes is a no. The file is shown whole: nobody should trust what they cannot see. */
async function isAllowed(text: string, file: string, terminal: Terminal | undefined): Promise<boolean> {
  if (terminal === undefined) return false;
  const { screen } = terminal;
  const { yellow, bold } = screen.styles;
  screen.line(
    `${yellow("?")} ${bold("This folder brings programs and addresses to take tools from.")} ${printable(file)}`,
  );
  for (const line of text.trim().split("\n")) screen.line(`    ${printable(line)}`);
  const prompt = "    Start them? y = yes, until the file changes; n = not now > ";
  return (await askYes(terminal, { prompt })) === "yes";
}
