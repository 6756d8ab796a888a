import { streamOf } from "../../data-stream/stream-of.ts";

/** Milliseconds of silence after which a comment is sent. */
const IDLE_MS = 15_000;

export interface EventStreamOptions {
  readonly items: AsyncIterator<object>;
  readonly onCancel: () => void;
}

/** Server-sent events as OpenAI's clients read them, with `[DONE]` as the last one. */
export function eventStream({ items, onCancel }: EventStreamOptions): Response {
  const stream = streamOf<string>({
    items: lines(items),
    onCancel,
    idle: { afterMs: IDLE_MS, item: ": still at work\n\n" },
  });
  return new Response(stream.pipeThrough(new TextEncoderStream()), {
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" },
  });
}

async function* lines(items: AsyncIterator<object>): AsyncGenerator<string> {
  for (let next = await items.next(); next.done !== true; next = await items.next()) {
    yield `data: ${JSON.stringify(next.value)}\n\n`;
  }
  yield "data: [DONE]\n\n";
}
