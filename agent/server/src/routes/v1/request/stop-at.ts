import type { ChatDeltaEvent, Completion, LlmCompletionResult, ModelPort } from "@toolwright/core";
import { around } from "@toolwright/core/internal";

/**
 * The model, whose texts end before any of these sequences. They are sent to it as `stop`; a server that does not know
 * the field is stopped here.
 */
export function stoppingAt(model: ModelPort, sequences: readonly string[]): ModelPort {
  return around(model, (params, context) => {
    const stopped = new AbortController();
    const signal = params.signal === undefined ? stopped.signal : AbortSignal.any([params.signal, stopped.signal]);
    const { stream, final } = model.completionStream({ ...params, stop: sequences, signal }, context);
    return {
      stream: cutStream(stream, { sequences, stop: () => stopped.abort() }),
      final: final.then((result) => cutResult(result, sequences)),
    };
  });
}

/** Where the sequence begins that is complete first, as a stream sees it; -1 where there is none. */
function placeIn(text: string, sequences: readonly string[]): number {
  let found = { from: -1, to: Number.POSITIVE_INFINITY };
  for (const sequence of sequences) {
    const from = text.indexOf(sequence);
    const to = from + sequence.length;
    if (from !== -1 && (to < found.to || (to === found.to && from < found.from))) found = { from, to };
  }
  return found.from;
}

function cutResult(result: LlmCompletionResult, sequences: readonly string[]): LlmCompletionResult {
  const place = placeIn(result.message.content, sequences);
  if (place === -1) return result;
  const { model, usage, warnings } = result;
  return {
    message: { role: "assistant", content: result.message.content.slice(0, place) },
    model,
    finishReason: "stop",
    ...(usage === undefined ? {} : { usage }),
    ...(warnings === undefined ? {} : { warnings }),
  };
}

interface Cutting {
  readonly sequences: readonly string[];
  readonly stop: () => void;
}

/** Holds back what may be the beginning of a sequence until it is known not to be one. */
async function* cutStream(
  stream: Completion["stream"],
  { sequences, stop }: Cutting,
): AsyncGenerator<ChatDeltaEvent, undefined> {
  const longest = Math.max(...sequences.map(({ length }) => length)) - 1;
  let held = "";
  for await (const event of stream) {
    if (event.type !== "text_delta") {
      yield event;
      continue;
    }
    held += event.delta;
    const place = placeIn(held, sequences);
    if (place !== -1) stop();
    const end = place === -1 ? Math.max(0, held.length - longest) : place;
    if (end > 0) yield { type: "text_delta", delta: held.slice(0, end) };
    if (place !== -1) return undefined;
    held = held.slice(end);
  }
  if (held !== "") yield { type: "text_delta", delta: held };
  return undefined;
}
