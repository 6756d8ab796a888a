import type { ServerContext } from "../../server-context.ts";
import { textStream } from "../../streams/text-stream.ts";
import type { ClientRun } from "./begin-client-run.ts";

/** Milliseconds of silence after which a comment is sent. */
const IDLE_MS = 15_000;

export interface EventStreamOptions {
  readonly items: AsyncIterator<object>;
  /** Stands at the end. */
  readonly lastLine?: string;
}

/** A run as server-sent events as OpenAI's clients read them; one that has a type is named by it. */
export function eventStream(
  { streams }: ServerContext,
  run: ClientRun,
  { items, lastLine = "" }: EventStreamOptions,
): Response {
  const close = streams.open(run.end);
  const onEnd = (isWhole: boolean) => {
    close();
    if (!isWhole) run.leave();
  };
  const idle = { afterMs: IDLE_MS, text: ": still at work\n\n" };
  return new Response(textStream({ texts: lines(items, lastLine), onEnd, idle }), {
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" },
  });
}

async function* lines(items: AsyncIterator<object>, lastLine: string): AsyncGenerator<string> {
  for (let next = await items.next(); next.done !== true; next = await items.next()) {
    const { value } = next;
    const name = "type" in value && typeof value.type === "string" ? `event: ${value.type}\n` : "";
    yield `${name}data: ${JSON.stringify(value)}\n\n`;
  }
  if (lastLine !== "") yield lastLine;
}
