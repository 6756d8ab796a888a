import type { Json, JsonObject, ToolContext } from "@toolwright/core";
import { askPerson, type Inquiry } from "../asking/ask-person.ts";
import { readElicitation } from "../asking/elicitation.ts";
import { lateInquiry } from "../asking/late-inquiry.ts";
import type { ServerConnection } from "../connection/server-connection.ts";
import type { Definition } from "../definitions/definition.ts";
import { visibleText } from "../definitions/visible-text.ts";
import { McpFailure } from "../failure.ts";
import type { Progress, RequestOptions } from "../session.port.ts";
import type { CallClock } from "./call-clock.ts";
import { parameterHeaders } from "./parameter-headers.ts";
import { throughRounds } from "./rounds.ts";

/** One call on its way to a server. */
export interface SentCall {
  readonly definition: Definition;
  readonly connection: ServerConnection;
  readonly ctx: ToolContext;
  readonly clock: CallClock;
}

/**
 * Sends a call, and answers what the server asks on its way to a result. Rejects with an `McpFailure`, or what kept the
 * server from being reached.
 */
export function sendCall(call: SentCall, args: JsonObject): Promise<Json> {
  const { definition, ctx, clock } = call;
  const lines = new LiveLines(ctx);
  const ask = (params: Json) => askUser(call, params);
  const options: RequestOptions = {
    signal: clock.signal,
    onProgress: (progress) => lines.progress(progress),
    headers: parameterHeaders(definition.inputSchema, args),
    caller: { conversation: conversationOf(ctx), ask, logged: (text) => lines.logged(text) },
  };
  const send = (params: JsonObject) => sent(call, params, options);
  return throughRounds({ params: { name: definition.tool, arguments: args }, send, ask });
}

/**
 * Asks the user what the server wants to know, in time that is not the call's. What cannot be shown is not answered.
 */
export async function askUser({ definition, ctx, clock }: SentCall, params: Json): Promise<JsonObject> {
  return clock.paused(() => asked(definition, params, ctx));
}

/** The same for what goes on once the call has returned. */
export async function askUserLater(
  { definition, ctx }: SentCall,
  params: Json,
  signal: AbortSignal,
): Promise<JsonObject> {
  const inquiry = lateInquiry(ctx, signal);
  return inquiry === undefined ? { action: "decline" } : asked(definition, params, inquiry);
}

async function asked({ server, tool }: Definition, params: Json, inquiry: Inquiry): Promise<JsonObject> {
  const elicitation = readElicitation(params);
  return elicitation === undefined ? { action: "decline" } : askPerson(elicitation, { server, tool }, inquiry);
}

function conversationOf({ conversation: { channel, chatId }, runId }: ToolContext): string {
  return JSON.stringify(channel === "" && chatId === "" ? [runId] : [channel, chatId]);
}

/** A session that the server forgot is opened again, and the call sent again where that can do no harm. */
async function sent({ definition, connection }: SentCall, params: JsonObject, options: RequestOptions): Promise<Json> {
  try {
    return await connection.request("tools/call", params, options);
  } catch (error) {
    const isExpired = error instanceof McpFailure && error.kind === "expired";
    if (!isExpired || !definition.repeatable) throw error;
    return connection.request("tools/call", params, options);
  }
}

/** Characters of a line, and lines of one call: what comes after is not shown. */
const MAX_LINE = 500;
const MAX_LINES = 2_000;

/** What a server says while it works on a call, as live output. */
class LiveLines {
  readonly #ctx: Pick<ToolContext, "emitOutput">;
  #shown = 0;

  constructor(ctx: Pick<ToolContext, "emitOutput">) {
    this.#ctx = ctx;
  }

  progress({ progress, total, message }: Progress): void {
    const share = total === undefined ? String(progress) : `${progress} of ${total}`;
    this.logged(message === undefined || message === "" ? share : `${share}: ${message}`);
  }

  logged(text: string): void {
    if (this.#shown >= MAX_LINES) return;
    this.#shown += 1;
    this.#ctx.emitOutput(`${visibleText(text, MAX_LINE)}\n`);
  }
}
