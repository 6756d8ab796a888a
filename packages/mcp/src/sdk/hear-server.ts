import type { Client, ElicitResult, Transport } from "@modelcontextprotocol/client";
import type { Json } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import type { SessionEvents } from "../session.port.ts";
import { ANYTHING } from "./anything.ts";
import type { OpenCalls } from "./open-calls.ts";

/** Who is told of what a server sends beside its answers. */
export interface Hearing {
  readonly events: SessionEvents;
  readonly calls: OpenCalls;
}

/** Hears what a server sends by itself: that its list has changed, and questions. */
export function hearServer(client: Client, { events, calls }: Hearing): void {
  client.setNotificationHandler("notifications/tools/list_changed", { params: ANYTHING }, () => events.toolsChanged());
  // How servers of 2025 ask in the middle of a call; those of 2026 answer the call with what they ask.
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    const { action, content } = await calls.ask(params as Json);
    return { action, ...(isJsonObject(content) && { content }) } as ElicitResult;
  });
}

/** Takes lines of a server's log from the connection itself: the SDK tells of them after the answer that came in one piece with them. */
export function hearLog(transport: Transport, { events, calls }: Hearing): void {
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if (!("method" in message) || message.method !== "notifications/message") return deliver?.(message, extra);
    const { level = "", data = "" } = message.params ?? {};
    const text = typeof data === "string" ? data : JSON.stringify(data);
    events.logged(String(level), text);
    calls.logged(text);
  };
}

/** The newest revision tells of changes only to who asks for it, and older ones log more to who wants it. */
export async function askToHear(client: Client): Promise<void> {
  const { tools, logging } = client.getServerCapabilities() ?? {};
  if (client.getProtocolEra() !== "modern") {
    if (logging !== undefined) await client.setLoggingLevel("info").catch(() => undefined);
  } else if (tools?.listChanged === true) await client.listen({ toolsListChanged: true }).catch(() => undefined);
}
