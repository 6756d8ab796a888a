import type { Client, ElicitResult, Transport } from "@modelcontextprotocol/client";
import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { APP_TYPE } from "../apps/app-type.ts";
import { McpFailure } from "../failure.ts";
import type { LoginPrompt } from "../login/login-prompt.ts";
import type { LoginStore } from "../login/login-store.ts";
import { ServerLogin } from "../login/server-login.ts";
import type { HttpServerConfig, McpServerConfig } from "../options.ts";
import type { McpSession, SessionEvents } from "../session.port.ts";
import { boundedFetch } from "../transport/bounded-fetch.ts";
import { hearFirst } from "../transport/hear-first.ts";
import { StdioTransport } from "../transport/stdio-transport.ts";
import { NO_TIMEOUT } from "./anything.ts";
import { askToHear, hearChanges, WatchedResources } from "./hear-changes.ts";
import { hearOddAnswers } from "./hear-odd-answers.ts";
import { OpenCalls } from "./open-calls.ts";
import { ProgressListeners } from "./progress-listeners.ts";
import { RawRequests } from "./raw-requests.ts";
import { type Line, loginFailure, type Sdk, sendRequest } from "./send-request.ts";
import { letTasksThrough } from "./task-results.ts";

/** Connects to a server with the official SDK, which is loaded here and nowhere else. */
export interface OpenOptions {
  readonly config: McpServerConfig;
  readonly logins: LoginStore;
  readonly prompt: LoginPrompt | undefined;
  readonly events: SessionEvents;
  readonly showsApps: boolean;
  readonly signal: AbortSignal;
}

/** A server that does not know the newest revision may not answer the question for it. Milliseconds. */
const PROBE_MS = 5_000;

const INFO = { name: "toolwright", version: "0.1.0" };
/** What is said of apps is in MCP Apps of 2026-01-26, "Client Capabilities". */
function capabilities({ showsApps }: Pick<OpenOptions, "showsApps">) {
  const apps = { "io.modelcontextprotocol/ui": { mimeTypes: [APP_TYPE] } };
  return {
    elicitation: { form: {}, url: {} },
    extensions: { "io.modelcontextprotocol/tasks": {}, ...(showsApps && apps) },
  };
}

/** Rejects with an `McpFailure` or what could not be started. */
export async function openSession(options: OpenOptions): Promise<McpSession> {
  const first = await connected(options, "auto");
  if (first.ok) return first.session;
  // Some servers end when they are asked anything before the handshake of 2025, and a connection that was kept open may
  // have just ended.
  const mode = "command" in options.config ? "legacy" : isCutOff(first.error) ? "auto" : undefined;
  if (mode === undefined || options.signal.aborted) throw withCause(first.error, options.config);
  const second = await connected(options, mode);
  if (second.ok) return second.session;
  throw withCause(second.error, options.config);
}

type Connected = { readonly ok: true; readonly session: McpSession } | { readonly ok: false; readonly error: unknown };

async function connected(options: OpenOptions, mode: "auto" | "legacy"): Promise<Connected> {
  const { config, events, signal, prompt } = options;
  const sdk = await import("@modelcontextprotocol/client");
  const client = new sdk.Client(INFO, {
    capabilities: capabilities(options),
    // A person who logs in meanwhile takes longer.
    versionNegotiation: { mode, probe: { timeoutMs: prompt === undefined ? PROBE_MS : NO_TIMEOUT } },
    inputRequired: { autoFulfill: false },
  });
  const login = "command" in config ? undefined : loginAt(config, options, sdk);
  const transport = "command" in config ? new StdioTransport(config) : httpTransport(sdk, config, login);
  const ended = new Promise<string>((resolve) => {
    client.onclose = () => resolve(transport instanceof StdioTransport ? transport.why : "the connection ended");
  });
  const calls = new OpenCalls();
  hearServer(client, { events, calls });
  try {
    await client.connect(transport, { signal, timeout: NO_TIMEOUT });
    const progress = new ProgressListeners();
    progress.attach(transport);
    hearLog(transport, { events, calls });
    hearOddAnswers(transport);
    letTasksThrough(transport);
    const raw = new RawRequests(transport, envelope(client, options));
    await askToHear(client);
    return { ok: true, session: sessionOf({ client, sdk, progress, calls, login, raw }, ended) };
  } catch (error) {
    await closed(client, transport);
    const why = transport instanceof StdioTransport ? transport.why : undefined;
    return {
      ok: false,
      error: why === undefined ? (loginFailure(error, sdk) ?? error) : new McpFailure("lost", why, error),
    };
  }
}

const CUT_OFF: ReadonlySet<unknown> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "UND_ERR_CONNECT_TIMEOUT"]);

function isCutOff(error: unknown): boolean {
  return error instanceof Error && CUT_OFF.has(Object(error.cause).code);
}

/** "fetch failed" alone tells nobody what to mend: the address, and what stood in its way. */
function withCause(error: unknown, config: McpServerConfig): unknown {
  const reason = reasonOf(error);
  if (reason === undefined || "command" in config) return error;
  return new McpFailure("lost", `${shownAddress(config)} does not answer: ${reason}`, error);
}

/** What stands behind "fetch failed", which the SDK hands on as a cause. */
function reasonOf(error: unknown): string | undefined {
  let isOfFetch = false;
  let last = error;
  for (; last instanceof Error && last.cause instanceof Error; last = last.cause)
    isOfFetch ||= last instanceof TypeError && last.message === "fetch failed";
  if (last instanceof TypeError || !isOfFetch) return undefined;
  return Object(last).message || Object(last).code;
}

/** Without a password and a query, which may hold a key. */
function shownAddress({ url }: HttpServerConfig): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** What every request of the newest revision says of its sender. */
function envelope(client: Client, options: OpenOptions): JsonObject {
  return {
    "io.modelcontextprotocol/protocolVersion": client.getNegotiatedProtocolVersion() ?? "",
    "io.modelcontextprotocol/clientInfo": INFO,
    "io.modelcontextprotocol/clientCapabilities": capabilities(options),
  };
}

async function closed(client: Client, transport: Transport): Promise<void> {
  await client.close().catch(() => undefined);
  await transport.close().catch(() => undefined);
}

/** Undefined for a server to which the user has given a key: whatever it says, nobody is sent to log in. */
function loginAt(config: HttpServerConfig, { logins, prompt }: OpenOptions, sdk: Sdk): ServerLogin | undefined {
  const hasKey = Object.keys(config.headers ?? {}).some((name) => name.toLowerCase() === "authorization");
  return hasKey ? undefined : new ServerLogin({ config, logins, prompt, sdk });
}

function httpTransport(sdk: Sdk, { url, headers }: HttpServerConfig, login: ServerLogin | undefined): Transport {
  return new sdk.StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: async (address, init) => {
      const response = await boundedFetch(address, init);
      return login?.heard(response, init) ?? response;
    },
    ...(login !== undefined && { authProvider: login }),
    onInsufficientScope: "throw",
  });
}

function sessionOf(line: Line, ended: Promise<string>): McpSession {
  const { client } = line;
  const { resources, prompts, completions } = client.getServerCapabilities() ?? {};
  const watched = new WatchedResources(client);
  return {
    version: client.getNegotiatedProtocolVersion() ?? "",
    hasResources: resources !== undefined,
    hasPrompts: prompts !== undefined,
    completes: completions !== undefined,
    watch: (all, change) => watched.watch(all, change),
    ended,
    async request(method, params, options) {
      const over = ended.then((why) => Promise.reject(new McpFailure("lost", why)));
      over.catch(() => undefined);
      return Promise.race([sendRequest({ ...line, method, params, options }), over]);
    },
    close: () => client.close(),
  };
}

/** Who is told of what a server sends beside its answers. */
interface Hearing {
  readonly events: SessionEvents;
  readonly calls: OpenCalls;
}

/** Hears what a server sends by itself: that something has changed, and questions. */
function hearServer(client: Client, { events, calls }: Hearing): void {
  hearChanges(client, events);
  // How servers of 2025 ask in the middle of a call; those of 2026 answer the call with what they ask.
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    const { action, content } = await calls.ask(params as Json);
    return { action, ...(isJsonObject(content) && { content }) } as ElicitResult;
  });
}

/**
 * Takes lines of a server's log from the connection itself: the SDK tells of them after the answer that came in one
 * piece with them.
 */
function hearLog(transport: Transport, { events, calls }: Hearing): void {
  hearFirst(transport, (message) => {
    if (!("method" in message) || message.method !== "notifications/message") return message;
    const { level = "", data = "" } = message.params ?? {};
    const text = typeof data === "string" ? data : jsonOf(data);
    events.logged(typeof level === "string" ? level : "", text);
    calls.logged(text);
    return undefined;
  });
}

/** As JSON; what is nested too deep for that says so. */
function jsonOf(data: unknown): string {
  try {
    return JSON.stringify(data);
  } catch (error) {
    return String(error);
  }
}
