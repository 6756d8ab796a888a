import type {
  Client,
  ElicitResult,
  ProtocolError,
  SdkHttpError,
  StandardSchemaV1,
  Transport,
} from "@modelcontextprotocol/client";
import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { McpFailure } from "../failure.ts";
import type { McpServerConfig } from "../options.ts";
import type { McpSession, RequestOptions, SessionEvents } from "../session.port.ts";
import { boundedFetch } from "../transport/bounded-fetch.ts";
import { StdioTransport } from "../transport/stdio-transport.ts";
import { OpenCalls } from "./open-calls.ts";
import { ProgressListeners } from "./progress-listeners.ts";

/** Connects to a server with the official SDK, which is loaded here and nowhere else. */
export interface OpenOptions {
  readonly config: McpServerConfig;
  readonly events: SessionEvents;
  readonly signal: AbortSignal;
}

/** A server that does not know the newest revision may not answer the question for it. Milliseconds. */
const PROBE_MS = 5_000;
/** Deadlines are the caller's: the SDK's own is set to the longest that a timer takes. */
const NO_TIMEOUT = 2_147_483_647;
/** What a server is told of a call that nobody waits for any more: never the reason of ours. */
const CANCELLED = "The caller does not wait for this any more.";

/** Rejects with an `McpFailure` or what could not be started. */
export async function openSession(options: OpenOptions): Promise<McpSession> {
  const first = await connected(options, "auto");
  if (first.ok) return first.session;
  // Some servers end when they are asked anything before the handshake of 2025.
  if (!("command" in options.config) || options.signal.aborted) throw first.error;
  const second = await connected(options, "legacy");
  if (second.ok) return second.session;
  throw second.error;
}

type Connected = { readonly ok: true; readonly session: McpSession } | { readonly ok: false; readonly error: unknown };

async function connected({ config, events, signal }: OpenOptions, mode: "auto" | "legacy"): Promise<Connected> {
  const sdk = await import("@modelcontextprotocol/client");
  const client = new sdk.Client(
    { name: "toolwright", version: "0.1.0" },
    {
      capabilities: { elicitation: { form: {}, url: {} } },
      versionNegotiation: { mode, probe: { timeoutMs: PROBE_MS } },
      inputRequired: { autoFulfill: false },
    },
  );
  const transport = "command" in config ? new StdioTransport(config) : httpTransport(sdk, config);
  const ended = new Promise<string>((resolve) => {
    client.onclose = () => resolve(transport instanceof StdioTransport ? transport.why : "the connection ended");
  });
  const calls = new OpenCalls();
  listen(client, { events, calls });
  try {
    await client.connect(transport, { signal, timeout: NO_TIMEOUT });
    const progress = new ProgressListeners();
    progress.attach(transport);
    await listenForChanges(client);
    return { ok: true, session: sessionOf({ client, sdk, progress, calls }, ended) };
  } catch (error) {
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined);
    const why = transport instanceof StdioTransport ? transport.why : undefined;
    return { ok: false, error: why === undefined ? error : new McpFailure("lost", why, error) };
  }
}

type Sdk = typeof import("@modelcontextprotocol/client");

function httpTransport(sdk: Sdk, { url, headers }: Extract<McpServerConfig, { readonly url: string }>): Transport {
  return new sdk.StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: boundedFetch,
  });
}

interface Hearing {
  readonly events: SessionEvents;
  readonly calls: OpenCalls;
}

function listen(client: Client, { events, calls }: Hearing): void {
  client.setNotificationHandler("notifications/tools/list_changed", { params: ANYTHING }, () => events.toolsChanged());
  client.setNotificationHandler("notifications/message", { params: ANYTHING }, (params: unknown) => {
    const { level, data } =
      typeof params === "object" && params !== null ? { level: "", data: "", ...params } : { level: "", data: "" };
    const text = typeof data === "string" ? data : JSON.stringify(data);
    events.logged(String(level), text);
    calls.logged(text);
  });
  // How servers of 2025 ask in the middle of a call; those of 2026 answer the call with what they ask.
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    const { action, content } = await calls.ask(params as Json);
    return { action, ...(isJsonObject(content) && { content }) } as ElicitResult;
  });
}

/** The newest revision tells of changes only to who asks for it. */
async function listenForChanges(client: Client): Promise<void> {
  if (client.getProtocolEra() !== "modern" || client.getServerCapabilities()?.tools?.listChanged !== true) return;
  await client.listen({ toolsListChanged: true }).catch(() => undefined);
}

/** What requests go through. */
interface Line {
  readonly client: Client;
  readonly sdk: Sdk;
  readonly progress: ProgressListeners;
  readonly calls: OpenCalls;
}

function sessionOf(line: Line, ended: Promise<string>): McpSession {
  const { client } = line;
  return {
    version: client.getNegotiatedProtocolVersion() ?? "",
    ended,
    async request(method, params, options) {
      const over = ended.then((why) => Promise.reject(new McpFailure("lost", why)));
      over.catch(() => undefined);
      return Promise.race([sent({ ...line, method, params, options }), over]);
    },
    close: () => client.close(),
  };
}

interface Sending extends Line {
  readonly method: string;
  readonly params: JsonObject;
  readonly options: RequestOptions;
}

async function sent({ client, sdk, progress, calls, method, params, options }: Sending): Promise<Json> {
  const { signal, onProgress, headers, caller } = options;
  const cancel = new AbortController();
  const abort = () => cancel.abort(CANCELLED);
  if (signal.aborted) throw new McpFailure("aborted", CANCELLED);
  signal.addEventListener("abort", abort, { once: true });
  const open = calls.add(caller);
  const asking = onProgress === undefined ? { params, end() {} } : progress.asking(params, onProgress);
  try {
    return await client.request({ method, params: { ...asking.params } }, ANYTHING, {
      signal: cancel.signal,
      timeout: NO_TIMEOUT,
      allowInputRequired: true,
      ...(headers !== undefined && { headers }),
    });
  } catch (error) {
    throw signal.aborted ? new McpFailure("aborted", CANCELLED) : failureOf(error, sdk);
  } finally {
    asking.end();
    open.end();
    signal.removeEventListener("abort", abort);
  }
}

function failureOf(error: unknown, { ProtocolError, SdkError, SdkErrorCode, SdkHttpError }: Sdk): unknown {
  if (error instanceof ProtocolError) return refused(error);
  if (error instanceof SdkHttpError) return httpFailure(error);
  if (!(error instanceof SdkError))
    return new McpFailure("lost", error instanceof Error ? error.message : String(error), error);
  const isAnswer = error.code === SdkErrorCode.InvalidResult || error.code === SdkErrorCode.UnsupportedResultType;
  return new McpFailure(isAnswer ? "unreadable" : "lost", error.message, error);
}

function refused(error: ProtocolError): McpFailure {
  const { code, data, message } = error;
  return new McpFailure("refused", message, error, { code, data });
}

/** A session that a server has forgotten is answered with 404, before anything is done. */
function httpFailure(error: SdkHttpError): McpFailure {
  return new McpFailure(error.status === 404 ? "expired" : "lost", `HTTP ${error.status}`, error);
}

/** Whatever a server sends: what it should be is judged where it is read. */
const ANYTHING: StandardSchemaV1<unknown, Json> = {
  "~standard": { version: 1, vendor: "toolwright", validate: (value) => ({ value: value as Json }) },
};
