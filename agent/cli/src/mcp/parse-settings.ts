import { isFields, isJsonObject } from "@toolwright/core/internal";
import type { McpServerConfig } from "@toolwright/mcp";
import type { Environment } from "../model/environment.ts";
import { parseJsonFile } from "../text/parse-json-file.ts";
import { UsageError } from "../usage-error.ts";

/** Servers by name. */
export type McpServers = Readonly<Record<string, McpServerConfig>>;

/** Keys that other programs write, and that say nothing here. */
const IGNORED: ReadonlySet<string> = new Set([
  "type",
  "transport",
  "disabled",
  "autoApprove",
  "alwaysAllow",
  "description",
  "trust",
  "timeout",
  "enabled",
  "alwaysLoad",
  "gallery",
  "version",
]);

/** What other programs call a key of ours. */
const OTHER_NAMES: Readonly<Record<string, string>> = { httpUrl: "url", serverUrl: "url", includeTools: "only" };

/**
 * Reads `{"mcpServers": {…}}` as other programs write it, `${NAME}` and `${NAME:-otherwise}` filled in from the
 * environment. Throws a `UsageError` that names the file and the server.
 */
export function parseMcpSettings(text: string, file: string, environment: Environment): McpServers {
  const settings = parseJsonFile(text, file);
  const servers = isJsonObject(settings) ? (settings.mcpServers ?? settings.servers) : undefined;
  if (!isFields(servers))
    throw new UsageError(`${file}: it must be {"mcpServers": {"name": {"command": …} or {"url": …}}}.`);
  const found: Record<string, McpServerConfig> = {};
  for (const [name, server] of Object.entries(servers)) {
    if (!isFields(server)) throw new UsageError(`${file}: the server ${name} is not an object.`);
    if (server.disabled !== true && server.enabled !== false)
      found[name] = serverOf(server, (value) => filled(value, `${file}: the server ${name}`, environment));
  }
  return found;
}

/** What else is wrong `mcpTools` says. */
function serverOf(server: Readonly<Record<string, unknown>>, fill: (value: unknown) => unknown): McpServerConfig {
  const entries = Object.entries(server).filter(([key]) => !IGNORED.has(key));
  const { timeout, timeoutMs } = server;
  // Some count seconds: what is no sensible number of milliseconds is not taken for one.
  const isTime = timeoutMs === undefined && typeof timeout === "number" && timeout >= 1_000;
  if (isTime) entries.push(["timeoutMs", timeout]);
  // A policy decides in every command, and asks where no rule allows.
  return Object.fromEntries([
    ...entries.map(([key, value]) => [Object.hasOwn(OTHER_NAMES, key) ? OTHER_NAMES[key] : key, fill(value)]),
    ["confirm", "never"],
  ]);
}

function filled(value: unknown, where: string, environment: Environment): unknown {
  if (Array.isArray(value)) return value.map((item) => filled(item, where, environment));
  if (isFields(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, where, environment)]));
  if (typeof value !== "string") return value;
  return value.replace(
    /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g,
    (_, name: string, otherwise: string | undefined) => {
      const found = Object.hasOwn(environment, name) ? environment[name] : undefined;
      if (found !== undefined && found !== "") return found;
      if (otherwise !== undefined) return otherwise;
      throw new UsageError(`${where} needs the variable ${name}, which is not set.`);
    },
  );
}
