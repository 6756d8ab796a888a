import {
  aBoolean,
  aCount,
  aLogger,
  anObject,
  aText,
  checkOptions,
  listOf,
  milliseconds,
  nested,
  type OptionRules,
  oneOf,
  recordOf,
  shownValue,
  withFunctions,
} from "@toolwright/core/internal";
import type { HttpServerConfig, McpToolsOptions, OAuthConfig, StdioServerConfig } from "./options.ts";

const texts = listOf("an array of strings", aText);
const words = recordOf("an object of strings", aText);

const RULES: OptionRules<McpToolsOptions> = {
  servers: anObject,
  pins: withFunctions('a PinStore, such as filePins("pins.json")', "get", "set"),
  logins: withFunctions('a LoginStore, such as fileLogins("logins")', "read", "write", "remove", "exclusively"),
  prompt: withFunctions("a LoginPrompt: { redirectUrl, authorise }", "authorise"),
  apps: aBoolean,
  logger: aLogger,
  connectTimeoutMs: milliseconds,
};

const COMMON = { confirm: oneOf("always", "never"), timeoutMs: milliseconds, only: texts };

const STDIO: OptionRules<StdioServerConfig> = {
  ...COMMON,
  command: aText,
  args: texts,
  env: words,
  cwd: aText,
};

const HTTP: OptionRules<HttpServerConfig> = {
  ...COMMON,
  url: aText,
  headers: words,
  oauth: nested<OAuthConfig>({
    clientId: aText,
    clientSecret: aText,
    scopes: texts,
    clientMetadataUrl: aText,
    callbackPort: aCount(0),
  }),
};

/** Throws a `TypeError` for a server that cannot be: a misspelt option would be one that was never set. */
export function checkMcpToolsOptions(options: McpToolsOptions): void {
  checkOptions<McpToolsOptions>(options, {
    of: "mcpTools",
    rules: RULES,
    needed: ["servers"],
  });
  for (const [name, config] of Object.entries(options.servers)) checkMcpServer(name, config);
}

/** Throws a `TypeError` for a server that `mcpTools` would not take. */
export function checkMcpServer(name: string, config: object): void {
  if (!/^(?!.*__)[A-Za-z0-9_-]{1,32}$/.test(name)) {
    const form = "letters, digits, - and single _, at most 32 characters";
    throw new TypeError(`mcpTools: the name of a server must have ${form}, got ${shownValue(name)}.`);
  }
  const of = `mcpTools: the server ${name}`;
  if (Object.hasOwn(config, "url")) {
    checkOptions(config, { of, rules: HTTP, needed: ["url"] });
    checkAddress(of, config);
  } else {
    if (isNeither(config)) throw new TypeError(`${of}: command or url is missing.`);
    checkOptions(config, { of, rules: STDIO, needed: ["command"] });
  }
}

/** What is misspelt is said instead. */
function isNeither(config: object): boolean {
  const known = { ...STDIO, ...HTTP };
  return !Object.hasOwn(config, "command") && Object.keys(config).every((name) => Object.hasOwn(known, name));
}

function checkAddress(of: string, config: object): void {
  if (!("url" in config) || typeof config.url !== "string") return;
  const url = URL.canParse(config.url) ? new URL(config.url) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw new TypeError(`${of}: url must be an http or https address, got ${shownValue(config.url)}.`);
}
