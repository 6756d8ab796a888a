import { aFunction, anObject, checkOptions, milliseconds, withFunctions } from "@toolwright/core/internal";
import { memoryPins } from "../definitions/pins.ts";
import { McpFailure } from "../failure.ts";
import { mcpTools } from "../mcp-tools.ts";
import type { HttpServerConfig } from "../options.ts";
import { KeptLogin } from "./kept-login.ts";
import type { LoginStore } from "./login-store.ts";
import { type LoopbackOptions, loopbackPrompt } from "./loopback-prompt.ts";

/** Whose login it is, and how the user hears of it. */
export interface McpLoginOptions {
  readonly config: HttpServerConfig;
  readonly logins: LoginStore;
  /** Shows the address to go to: nothing opens it. The user is waited for on a port of this machine. */
  show(address: string): void;
  /** Milliseconds until the user must be back. Default 300,000. */
  readonly timeoutMs?: number;
}

/** What came of it: somebody has logged in, or the server does not want that. */
export type McpLogin = "logged_in" | "not_needed";

/**
 * Logs in at a server, again where somebody has before. Rejects with one sentence where that does not happen; the old
 * login stays then.
 */
export async function mcpLogin(options: McpLoginOptions): Promise<McpLogin> {
  checkOptions<McpLoginOptions>(options, {
    of: "mcpLogin",
    rules: {
      config: anObject,
      logins: withFunctions("a LoginStore, such as fileLogins(path)", "read", "write"),
      show: aFunction,
      timeoutMs: milliseconds,
    },
    needed: ["config", "logins", "show"],
  });
  const { config, logins, show, timeoutMs = 300_000 } = options;
  const kept = new KeptLogin(logins, config.url);
  const before = await logins.read(config.url);
  const prompt = await promptFor({ config, kept, show, signal: AbortSignal.timeout(timeoutMs) });
  try {
    await kept.forgetTokens();
    const mcp = await mcpTools({
      servers: { login: config },
      pins: memoryPins(),
      logins,
      prompt,
      logger: SILENT,
      connectTimeoutMs: timeoutMs,
    });
    const [server] = mcp.servers;
    await mcp.close();
    if (server?.problem !== undefined) throw new McpFailure("unauthorised", server.problem);
    return (await kept.tokens()) === undefined ? "not_needed" : "logged_in";
  } catch (error) {
    if (before !== undefined) await logins.write(config.url, before);
    throw error;
  } finally {
    prompt.close();
  }
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

interface Prompting extends Pick<LoopbackOptions, "show" | "signal"> {
  readonly config: HttpServerConfig;
  readonly kept: KeptLogin;
}

/** On the port with which this program is registered already, where that is free. */
async function promptFor({ config, kept, show, signal }: Prompting) {
  const { callbackPort } = config.oauth ?? {};
  if (callbackPort !== undefined) return loopbackPrompt({ host: "localhost", port: callbackPort, show, signal });
  const known = (await kept.redirectUrls()).map((url) => /^http:\/\/127\.0\.0\.1:(\d+)\/callback$/.exec(url)?.[1]);
  const port = Number(known.find((one) => one !== undefined) ?? 0);
  if (port > 0) {
    const prompt = await loopbackPrompt({ host: "127.0.0.1", port, show, signal }).catch(() => undefined);
    if (prompt !== undefined) return prompt;
  }
  await kept.forgetClients();
  return loopbackPrompt({ host: "127.0.0.1", port: 0, show, signal });
}
