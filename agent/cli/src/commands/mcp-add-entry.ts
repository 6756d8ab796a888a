import { spelledOnOneLine } from "@toolwright/view/internal";
import { EXIT } from "../exit-code.ts";
import type { McpAddFlags } from "../flags.ts";
import { askBy } from "../mcp/registry/ask-by.ts";
import { configurationOf } from "../mcp/registry/configuration.ts";
import { inputs } from "../mcp/registry/inputs.ts";
import { readEntry } from "../mcp/registry/read-entry.ts";
import type { Fields, RegistryEntry } from "../mcp/registry/registry-entry.ts";
import { type Way, waysOf } from "../mcp/registry/ways.ts";
import { askYes } from "../terminal/ask-yes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { UsageError } from "../usage-error.ts";
import { checkServer, keepServer } from "./mcp-add.ts";
import { terminalToAsk } from "./mcp-list.ts";

/**
 * `toolwright mcp add server.json`: makes a server of an entry of the MCP registry, shows it whole, and adds it after a
 * yes. Nothing is started.
 */
export async function addEntry(place: string, flags: McpAddFlags): Promise<number> {
  if ((flags.env ?? flags.header ?? flags.clientId ?? flags.callbackPort) !== undefined)
    throw new UsageError("A server.json says what there is to give: --set NAME=value gives it.");
  const entry = await readEntry(place);
  const name = flags.name ?? shortName(entry);
  const way = chosenWay(waysOf(entry), flags.use);
  const terminal = terminalToAsk({});
  const secrets = way.kind === "package" ? (variable: string) => variable : prefixed(name);
  const filled = inputs(askBy(flags.set ?? [], terminal), (variable) => variableName(secrets(variable)));
  const server = await configurationOf(way, filled);
  await checkServer(name, server);
  const lines = shownLines({ entry, name, way, server, taken: filled.taken });
  for (const line of lines) process.stderr.write(`${line}\n`);
  if (!(await isWanted(flags, terminal))) return EXIT.failed;
  return keepServer(name, server, flags);
}

/** What stands behind the namespace, as far as a name of a server can hold it. */
function shortName({ name }: RegistryEntry): string {
  const [, own = ""] = name.split("/");
  const short = own
    .replace(/[^A-Za-z0-9-]+/g, "_")
    .replace(/^_|_$/g, "")
    .slice(0, 32);
  if (short === "") throw new UsageError(`${name} says no name for it; --name gives one.`);
  return short;
}

function chosenWay(ways: readonly Way[], use: number | undefined): Exclude<Way, { kind: "none" }> {
  const way = use === undefined ? ways.find(({ kind }) => kind !== "none") : ways[use - 1];
  if (way !== undefined && way.kind !== "none") return way;
  const listed = ways.map(({ about }, place) => `${place + 1}: ${spelledOnOneLine(about)}${why(ways[place])}`);
  const problem = use === undefined ? "Nothing of the entry can be used here." : `--use ${use} cannot be used here.`;
  throw new UsageError(`${problem} ${listed.length === 0 ? "It offers nothing." : `It offers ${listed.join("; ")}.`}`);
}

function why(way: Way | undefined): string {
  return way?.kind === "none" ? ` (${way.why})` : "";
}

/** An address gets no variable of this machine that has a meaning elsewhere. */
function prefixed(name: string): (variable: string) => string {
  return (variable) => `${name}_${variable}`;
}

function variableName(text: string): string {
  const name = text.toUpperCase().replace(/[^A-Z0-9_]+/g, "_");
  return /^\d/.test(name) ? `_${name}` : name;
}

interface Shown {
  readonly entry: RegistryEntry;
  readonly name: string;
  readonly way: Way;
  readonly server: Fields;
  readonly taken: ReadonlySet<string>;
}

/** All of it: nobody should trust what they cannot see. */
function shownLines({ entry, name, way, server, taken }: Shown): readonly string[] {
  const about = spelledOnOneLine(`${entry.name} ${entry.version}: ${entry.description}`);
  const configuration = JSON.stringify({ [name]: server }, null, 2)
    .split("\n")
    .map(spelledOnOneLine);
  const variables = [...taken].map((variable) => `It takes ${variable} of your environment, which has to be set.`);
  return [about, `It is ${spelledOnOneLine(way.about)}, and will stand in the file as`, ...configuration, ...variables];
}

async function isWanted({ yes }: McpAddFlags, terminal: Terminal | undefined): Promise<boolean> {
  if (yes === true) return true;
  if (terminal === undefined) throw new UsageError("Nobody can be asked whether to add it; --yes adds it.");
  return (await askYes(terminal, { prompt: "Add it? y = yes; n = no > " })) === "yes";
}
