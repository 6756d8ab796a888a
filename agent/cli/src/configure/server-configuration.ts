import { readFile } from "node:fs/promises";
import { createScrubber } from "@toolwright/core";
import { isFields } from "@toolwright/core/internal";
import type { McpServerConfig, McpServerState, McpTools } from "@toolwright/mcp";
import type { ServerConfiguration } from "@toolwright/server";
import type { ConfiguredServer, ServerDefinition, WantedServer } from "@toolwright/view/internal";
import { checkServer } from "../commands/mcp-add.ts";
import type { ToolFlags } from "../flags.ts";
import { parseMcpSettings } from "../mcp/parse-settings.ts";
import { SettingsFile } from "../mcp/settings-file.ts";
import { turns } from "../terminal/turns.ts";
import { parseJsonFile } from "../text/parse-json-file.ts";
import { UsageError } from "../usage-error.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A server as its file has it. */
interface WrittenServer {
  readonly server: Fields;
  readonly source: ConfiguredServer["source"];
}

/** The MCP servers of `serve`: one that is added stands where `mcp add` keeps it, and is started at once. */
export function serverConfiguration(
  mcp: McpTools,
  { workspace, mcp: named }: Pick<ToolFlags, "workspace" | "mcp">,
): ServerConfiguration {
  const inTurn = turns();
  const written = () => writtenServers(workspace, named);
  const why = async (wanted: WantedServer) => whyNot(wanted, await written(), mcp);
  return {
    async list() {
      const known = await written();
      return mcp.servers.map((state) => shown(state, known.get(state.name)));
    },
    async check(wanted) {
      const refused = await why(wanted);
      return refused === undefined ? { adds: definitionOf(wanted.name, serverOf(wanted)) } : { refused };
    },
    add: (wanted) =>
      inTurn(async () => {
        const refused = await why(wanted);
        if (refused !== undefined) return refused;
        const file = await SettingsFile.of("user", workspace);
        await file.set(wanted.name, serverOf(wanted));
        await mcp.add(wanted.name, filled(wanted));
        return undefined;
      }),
    remove: (name) =>
      inTurn(async () => {
        const source = (await written()).get(name)?.source;
        if (source === "folder") return `${name} comes with the folder: take it out of its .mcp.json.`;
        if (source === "command line") return `${name} comes from the file that --mcp names: take it out of that.`;
        if (source === undefined) return `There is no server ${name} here.`;
        await (await SettingsFile.of("user", workspace)).remove(name);
        await mcp.remove(name);
        return undefined;
      }),
  };
}

/** By name, the later files in place of the earlier ones, as they are started. */
async function writtenServers(
  workspace: string,
  named: string | undefined,
): Promise<ReadonlyMap<string, WrittenServer>> {
  const files = [
    { source: "user", servers: (await SettingsFile.of("user", workspace)).servers() },
    { source: "folder", servers: (await SettingsFile.of("project", workspace)).servers() },
    { source: "command line", servers: named === undefined ? Promise.resolve({}) : serversIn(named) },
  ] as const;
  const found = new Map<string, WrittenServer>();
  for (const { source, servers } of files)
    for (const [name, server] of Object.entries(await servers.catch(() => ({}))))
      if (isFields(server)) found.set(name, { server, source });
  return found;
}

async function serversIn(file: string): Promise<Fields> {
  const whole = parseJsonFile(await readFile(file, "utf8"), file);
  const servers = isFields(whole) ? (whole.mcpServers ?? whole.servers) : undefined;
  return isFields(servers) ? servers : {};
}

/** As `mcp add` writes it. An empty value stands for what the variable holds when the program is started. */
function serverOf(wanted: WantedServer): Fields {
  if ("url" in wanted) {
    const { url, headers = {} } = wanted;
    return { type: "http", url, ...(Object.keys(headers).length > 0 && { headers }) };
  }
  const { command, args = [], env = {} } = wanted;
  const variables = Object.entries(env).map(([name, value]) => [name, value === "" ? `\${${name}}` : value]);
  return { command, args, ...(variables.length > 0 && { env: Object.fromEntries(variables) }) };
}

/** In one sentence; undefined where it can be added. */
async function whyNot(
  wanted: WantedServer,
  known: ReadonlyMap<string, WrittenServer>,
  mcp: McpTools,
): Promise<string | undefined> {
  const { name } = wanted;
  if (known.has(name) || mcp.servers.some((server) => server.name === name))
    return `There is a server ${name} already; remove it first, or give this one another name.`;
  if ("url" in wanted && withoutWords(wanted.url) !== wanted.url)
    return "Give the address of the server without a password and a query; a key is given as a header.";
  const wrongName = Object.keys("url" in wanted ? {} : (wanted.env ?? {})).find((one) => !/^[A-Za-z_]\w*$/.test(one));
  if (wrongName !== undefined) return `${wrongName} is no name of a variable: it has letters, digits and _.`;
  try {
    const { type: _type, ...server } = serverOf(wanted);
    await checkServer(name, server);
    filled(wanted);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof UsageError) return thrown.message;
    throw thrown;
  }
}

/** With what variables hold now. Throws a `UsageError` where one is not set. */
function filled(wanted: WantedServer): McpServerConfig {
  const text = JSON.stringify({ mcpServers: { [wanted.name]: serverOf(wanted) } });
  const config = parseMcpSettings(text, "What was given", process.env)[wanted.name];
  if (config === undefined) throw new Error("A server that was given is not among those that were read.");
  return config;
}

function shown({ name, tools, problem }: McpServerState, written: WrittenServer | undefined): ConfiguredServer {
  const definition = definitionOf(name, written?.server ?? {});
  const scrubber = createScrubber([]);
  return {
    ...definition,
    // Who adds a server sees what they have typed; a list shows no key that stands among the words of a command.
    ...(definition.command && { command: definition.command.map((word) => scrubber.text(word)) }),
    source: written?.source ?? "command line",
    tools,
    ...(problem !== undefined && { problem }),
  };
}

/** Names alone of what may hold a secret. */
function definitionOf(name: string, server: Fields): ServerDefinition {
  const { command, args, env, headers } = server;
  const url = server.url ?? server.httpUrl ?? server.serverUrl;
  if (typeof url === "string") return { name, url: withoutWords(url), headers: namesIn(headers) };
  const words = [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === "string");
  return { name, command: words, variables: namesIn(env) };
}

function namesIn(value: unknown): readonly string[] {
  return isFields(value) ? Object.keys(value) : [];
}

/** An address without what may be a password or a key in it. */
function withoutWords(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.username === "" && url.password === "" && url.search === "") return address;
  return `${url.origin}${url.pathname}`;
}
