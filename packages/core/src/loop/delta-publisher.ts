import type { ActivitySink } from "../journal/activity-sink.ts";
import type { ChatDeltaEvent, LlmToolCallDelta } from "../model/model-port.ts";
import { safeStream } from "../secrets/safe-stream.ts";
import type { Scrubber, ScrubStream } from "../secrets/scrubber.ts";

/** Where deltas go, and what masks them on the way. */
export interface DeltaTarget {
  readonly activity: ActivitySink;
  readonly scrubber: Scrubber;
  readonly runId: string;
}

type TextType = "text_delta" | "reasoning_delta";

/** Publishes what a model streams. Each text, and each call's arguments, has a scrubber of its own across deltas. */
export class DeltaPublisher {
  readonly #target: DeltaTarget;
  readonly #texts = new Map<TextType, ScrubStream>();
  readonly #arguments = new Map<number, ScrubStream>();

  constructor(target: DeltaTarget) {
    this.#target = target;
  }

  publish(event: ChatDeltaEvent): void {
    if (event.type === "tool_call_delta") this.#publishCall(event.delta);
    else if (event.type !== "error")
      this.#publishText(event.type, streamOf(this.#texts, event.type, this.#target).push(event.delta));
  }

  /** Lets out what the scrubbers held back. */
  end(): void {
    for (const [type, stream] of this.#texts) this.#publishText(type, stream.end());
    for (const [index, stream] of this.#arguments) {
      const rest = stream.end();
      if (rest !== "") this.#emit("tool_call_delta", { index, function: { arguments: rest } });
    }
  }

  #publishText(type: TextType, delta: string): void {
    if (delta !== "") this.#emit(type, { delta });
  }

  #publishCall(delta: LlmToolCallDelta): void {
    const { name, arguments: fragment } = delta.function ?? {};
    const shown =
      fragment === undefined ? undefined : streamOf(this.#arguments, delta.index, this.#target).push(fragment);
    const { scrubber } = this.#target;
    this.#emit("tool_call_delta", {
      index: delta.index,
      ...(delta.id === undefined ? {} : { id: scrubber.text(delta.id.toWellFormed()) }),
      function: {
        ...(name === undefined ? {} : { name: scrubber.text(name.toWellFormed()) }),
        ...(shown === undefined ? {} : { arguments: shown }),
      },
    });
  }

  #emit(type: TextType, data: { delta: string }): void;
  #emit(type: "tool_call_delta", data: LlmToolCallDelta): void;
  #emit(type: TextType | "tool_call_delta", data: { delta: string } & LlmToolCallDelta): void {
    // Live events are never stored; a failed queue is reported by the next stored event.
    Promise.resolve(this.#target.activity.emit(type, data, { runId: this.#target.runId })).catch(() => undefined);
  }
}

function streamOf<K>(streams: Map<K, ScrubStream>, key: K, { scrubber }: DeltaTarget): ScrubStream {
  const known = streams.get(key);
  if (known !== undefined) return known;
  const made = safeStream(scrubber);
  streams.set(key, made);
  return made;
}
