import type { ChangeEvent } from "@toolwright/view";
import type { Subscriber } from "../changes/subscriber.ts";
import type { ServerContext } from "../server-context.ts";
import { textStream } from "../streams/text-stream.ts";
import { refuse } from "./refuse.ts";

/** Milliseconds of silence after which a comment is sent. */
const IDLE_MS = 15_000;

/** Milliseconds after which a browser connects again. */
const RETRY_MS = 2_000;

/**
 * `GET /api/changes`: server-sent events that tell of threads and questions as they change, whichever process did it.
 */
export function streamChanges({ changes, streams, person }: ServerContext): Response {
  if (streams.isFull) return refuse(503, "Too many streams are open.", { "retry-after": "5" });
  const reader = changes.subscribe(person?.owner);
  const close = streams.open(() => changes.leave(reader));
  const onEnd = () => {
    changes.leave(reader);
    close();
  };
  const stream = textStream({ texts: lines(reader), onEnd, idle: { afterMs: IDLE_MS, text: ": nothing new\n\n" } });
  const headers = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" };
  return new Response(stream, { headers });
}

async function* lines(reader: Subscriber): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`;
  for (let next = await reader.next(); next.done !== true; next = await reader.next()) yield eventText(next.value);
}

function eventText({ event, data }: ChangeEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
