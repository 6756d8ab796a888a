import type { ActivitySink } from "../journal/activity-sink.ts";
import type { EventData } from "../journal/event.ts";
import type { ChatDeltaEvent, LlmToolCallDelta, ReadingProgress } from "../model/model-port.ts";
import { safeStream } from "../secrets/safe-stream.ts";
import type { Scrubber, ScrubStream } from "../secrets/scrubber.ts";
import { cutWithEllipsis } from "../text/cut-with-ellipsis.ts";
import { WrittenSoFar } from "./written-so-far.ts";

/** Where deltas go, and what masks them on the way. */
export interface DeltaTarget {
  readonly activity: ActivitySink;
  readonly scrubber: Scrubber;
  readonly runId: string;
}

type LiveType = "text_delta" | "reasoning_delta" | "tool_call_delta" | "model_reading";

type TextKind = "text" | "reasoning";

/** They are stored: an adapter that never gives up fills no journal. */
const MOST_RETRIES = 100;
/** UTF-16 units. */
const LONGEST_REASON = 1_000;

/**
 * Publishes what a model streams. Each text, and each call's arguments, has a scrubber of its own across deltas; what
 * that holds back is let out before a delta of another kind, so that the order shown is the order of the answer.
 */
export class DeltaPublisher {
  /** What was published of texts and reasoning. */
  readonly written = new WrittenSoFar();
  readonly #target: DeltaTarget;
  /** Each made with the first delta of its kind: many answers have none. */
  #texts: Map<TextKind, ScrubStream> | undefined;
  #arguments: Map<number, ScrubStream> | undefined;
  #open: TextKind | undefined;
  #retries = 0;

  constructor(target: DeltaTarget) {
    this.#target = target;
  }

  publish(event: ChatDeltaEvent): void {
    if (event.type === "tool_call_delta") {
      this.#turnTo(undefined);
      this.#publishCall(event.delta);
    } else if (event.type === "retrying") this.#tellOfRetry(event);
    else if (event.type === "reading") this.#tellOfReading(event);
    else if (event.type !== "error" && event.delta !== "") {
      const kind = event.type === "text_delta" ? "text" : "reasoning";
      this.#turnTo(kind);
      this.written.came(kind, event.delta);
      this.#publishText(kind, this.#textOf(kind).push(event.delta));
    }
  }

  /** Lets out what the scrubbers held back: the answer is whole. */
  end(): void {
    for (const [kind, stream] of this.#texts ?? []) this.#publishText(kind, stream.end());
    for (const [index, stream] of this.#arguments ?? []) {
      const rest = stream.end();
      if (rest !== "") this.#emit("tool_call_delta", { index, function: { arguments: rest } });
    }
  }

  /**
   * Lets out what may be shown of an answer that breaks off here. With `mayGoOn`, what could become a secret is still
   * held back.
   */
  pause(mayGoOn = false): void {
    const kind = this.#open;
    if (kind !== undefined) this.#publishText(kind, this.#textOf(kind).pause(mayGoOn));
  }

  /** Takes back what was shown of a call's arguments. */
  withdraw(index: number): void {
    this.#emit("tool_call_delta", { index, withdrawn: true });
  }

  #tellOfRetry({ delayMs, error }: Extract<ChatDeltaEvent, { type: "retrying" }>): void {
    this.#retries += 1;
    if (this.#retries > MOST_RETRIES) return;
    const { activity, scrubber, runId } = this.#target;
    const message = cutWithEllipsis(scrubber.text(error.message.toWellFormed()), LONGEST_REASON);
    const tell = async () => activity.emit("model_retrying", { delayMs, code: error.code, message }, { runId });
    // A journal that fails is reported by the stream, and ends the run.
    tell().catch(() => undefined);
  }

  #tellOfReading({ tokens, totalTokens, leftMs }: ReadingProgress): void {
    this.#emit("model_reading", { tokens, totalTokens, ...(leftMs === undefined ? {} : { leftMs }) });
  }

  #turnTo(kind: TextKind | undefined): void {
    if (this.#open === kind) return;
    this.pause();
    this.#open = kind;
  }

  #publishText(kind: TextKind, delta: string): void {
    if (delta === "") return;
    this.written.add(kind, delta);
    this.#emit(kind === "text" ? "text_delta" : "reasoning_delta", { delta });
  }

  #textOf(kind: TextKind): ScrubStream {
    this.#texts ??= new Map();
    return streamOf(this.#texts, kind, this.#target);
  }

  #publishCall(delta: LlmToolCallDelta): void {
    const { name, arguments: fragment } = delta.function ?? {};
    this.#arguments ??= new Map();
    const shown =
      fragment === undefined ? undefined : streamOf(this.#arguments, delta.index, this.#target).push(fragment);
    const { scrubber } = this.#target;
    this.written.addCall(delta.index, delta.id);
    this.#emit("tool_call_delta", {
      index: delta.index,
      ...(delta.id === undefined ? {} : { id: scrubber.text(delta.id.toWellFormed()) }),
      function: {
        ...(name === undefined ? {} : { name: scrubber.text(name.toWellFormed()) }),
        ...(shown === undefined ? {} : { arguments: shown }),
      },
    });
  }

  #emit<T extends LiveType>(type: T, data: EventData[T]): void {
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
