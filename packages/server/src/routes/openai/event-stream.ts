import { textStream } from "../../data-stream/text-stream.ts";

/** Milliseconds of silence after which a comment is sent. */
const IDLE_MS = 15_000;

export interface EventStreamOptions {
  readonly items: AsyncIterator<object>;
  /** Called once, when everything was told, or (false) when the reader has left. */
  readonly onEnd: (isWhole: boolean) => void;
}

/** Server-sent events as OpenAI's clients read them, with `[DONE]` as the last one. */
export function eventStream({ items, onEnd }: EventStreamOptions): Response {
  const idle = { afterMs: IDLE_MS, text: ": still at work\n\n" };
  return new Response(textStream({ texts: lines(items), onEnd, idle }), {
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" },
  });
}

async function* lines(items: AsyncIterator<object>): AsyncGenerator<string> {
  for (let next = await items.next(); next.done !== true; next = await items.next()) {
    yield `data: ${JSON.stringify(next.value)}\n\n`;
  }
  yield "data: [DONE]\n\n";
}
