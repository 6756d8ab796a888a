import type { Client, ElicitResult } from "@modelcontextprotocol/client";
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

/** Hears what a server sends by itself: that its list has changed, lines of its log, and questions. */
export function hearServer(client: Client, { events, calls }: Hearing): void {
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

/** The newest revision tells of changes only to who asks for it, and older ones log more to who wants it. */
export async function askToHear(client: Client): Promise<void> {
  const { tools, logging } = client.getServerCapabilities() ?? {};
  if (client.getProtocolEra() !== "modern") {
    if (logging !== undefined) await client.setLoggingLevel("info").catch(() => undefined);
  } else if (tools?.listChanged === true) await client.listen({ toolsListChanged: true }).catch(() => undefined);
}
