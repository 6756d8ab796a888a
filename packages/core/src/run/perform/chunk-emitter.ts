import { safeStream } from "../../secrets/safe-stream.ts";
import type { ScrubStream } from "../../secrets/scrubber.ts";
import type { CallEnv } from "../call-env.ts";

/** Chunks are joined until 50 ms have passed or 8 KiB are there (decisions.md, "Running calls"). */
const WAIT_MS = 50;
const MAX_CHARACTERS = 8 * 1024;

/** Publishes the output of one call while it runs. */
export function createChunkEmitter({ core, runId, toolCallId }: CallEnv): ChunkEmitter {
  return new ChunkEmitter(safeStream(core.scrubber), (chunk) => {
    // A live event is never stored: a journal that fails is reported by the next stored one.
    Promise.resolve(
      core.activity.emit("tool_output_chunk", { toolCallId, chunk }, { runId, parentId: toolCallId }),
    ).catch(() => undefined);
  });
}

/** Scrubs the output of a running call and hands it on in pieces that a screen can follow. */
export class ChunkEmitter {
  readonly #scrub: ScrubStream;
  readonly #publish: (chunk: string) => void;
  #waiting: string[] = [];
  #length = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(scrub: ScrubStream, publish: (chunk: string) => void) {
    this.#scrub = scrub;
    this.#publish = publish;
  }

  /** Chunks that come after the end are dropped. */
  push(chunk: string): void {
    if (this.#ended) return;
    this.#add(this.#scrub.push(chunk));
    if (this.#length >= MAX_CHARACTERS) this.#flush();
    else if (this.#length > 0) this.#timer ??= setTimeout(() => this.#flush(), WAIT_MS);
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#add(this.#scrub.end());
    this.#flush();
  }

  #add(text: string): void {
    if (text === "") return;
    this.#waiting.push(text);
    this.#length += text.length;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#length === 0) return;
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#length = 0;
    for (const piece of pieces(text)) this.#publish(piece);
  }
}

/** Cuts a long text into pieces of at most 8 KiB, never inside a surrogate pair. */
function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + MAX_CHARACTERS, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
