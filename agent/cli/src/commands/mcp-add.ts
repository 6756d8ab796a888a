import { EXIT } from "../exit-code.ts";
import type { McpAddFlags } from "../flags.ts";
import { SettingsFile } from "../mcp/settings-file.ts";
import { checkFolder } from "../setup/open-workspace.ts";
import { messageOf } from "../text/message-of.ts";
import { printable } from "../text/printable.ts";
import { UsageError } from "../usage-error.ts";

/** What is to be added: a program with its arguments, or an address. */
export interface AddedServer {
  readonly name: string;
  readonly target: string;
  readonly args: readonly string[];
}

/** `toolwright mcp add`: writes a server into the user's file, or the folder's `.mcp.json`. Nothing is started. */
export async function addServer(added: AddedServer, flags: McpAddFlags): Promise<number> {
  await checkFolder(flags.workspace);
  const server = serverOf(added, flags);
  await checkServer(added.name, server);
  return keepServer(added.name, server, flags);
}

/** Writes a server into the file that the flags name, and says so. */
export async function keepServer(
  name: string,
  server: Readonly<Record<string, unknown>>,
  flags: Pick<McpAddFlags, "scope" | "workspace" | "force">,
): Promise<number> {
  const file = await SettingsFile.of(flags.scope, flags.workspace);
  if (Object.hasOwn(await file.servers(), name) && flags.force !== true)
    throw new UsageError(`${file.path} has a server ${name} already; --force puts this one in its place.`);
  await file.set(name, server);
  const next = `toolwright mcp test ${name}`;
  process.stdout.write(`${printable(name)} is in ${printable(file.path)}; ${printable(next)} tries it.\n`);
  return EXIT.ok;
}

/** `toolwright mcp remove`: takes a server out of the file. */
export async function removeServer(name: string, flags: Pick<McpAddFlags, "workspace" | "scope">): Promise<number> {
  await checkFolder(flags.workspace);
  const file = await SettingsFile.of(flags.scope, flags.workspace);
  const known = Object.keys(await file.servers());
  if (!known.includes(name))
    throw new UsageError(`${file.path} has no server ${name}; it has ${known.join(", ") || "none"}.`);
  await file.remove(name);
  process.stdout.write(`${printable(name)} is no longer in ${printable(file.path)}.\n`);
  return EXIT.ok;
}

function serverOf({ target, args }: AddedServer, flags: McpAddFlags): Readonly<Record<string, unknown>> {
  const env = flags.env?.map(variable);
  const headers = flags.header?.map(header);
  if (!/^https?:\/\//i.test(target)) {
    if (/^[a-z][a-z\d+.-]*:\/\//i.test(target))
      throw new UsageError(`The address of a server begins with https:// or http://, and got ${target}.`);
    if (headers !== undefined) throw new UsageError("--header goes with an address, and a program takes --env.");
    return { command: target, args, ...(env !== undefined && { env: Object.fromEntries(env) }) };
  }
  if (args.length > 0 || env !== undefined)
    throw new UsageError("An address takes --header, no arguments and no --env.");
  const { clientId, callbackPort } = flags;
  const oauth = { ...(clientId !== undefined && { clientId }), ...(callbackPort !== undefined && { callbackPort }) };
  return {
    type: "http",
    url: target,
    ...(headers !== undefined && { headers: Object.fromEntries(headers) }),
    ...(Object.keys(oauth).length > 0 && { oauth }),
  };
}

/**
 * `NAME=value`, or `NAME` for what the variable holds whenever the server is started: so no secret has to stand in the
 * file.
 */
function variable(text: string): [string, string] {
  const [, name, value] = /^([A-Za-z_]\w*)(?:=([\s\S]*))?$/.exec(text) ?? [];
  if (name === undefined) throw new UsageError(`--env takes NAME=value, or NAME, and got ${text}.`);
  return [name, value ?? `\${${name}}`];
}

function header(text: string): [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\dA-Za-z-]+):[ \t]*(\S[^\r\n]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new UsageError(`--header takes "Name: value", and got ${text}.`);
  return [name, value];
}

/** Throws a `UsageError` for a server that could not be used. */
export async function checkServer(
  name: string,
  { type: _type, ...server }: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { checkMcpServer } = await import("@toolwright/mcp");
  try {
    checkMcpServer(name, server);
  } catch (thrown) {
    throw new UsageError(messageOf(thrown).replace(/^mcpTools: /, ""), { cause: thrown });
  }
}
