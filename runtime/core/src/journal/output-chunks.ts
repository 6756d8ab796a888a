import { safeStream } from "../secrets/safe-stream.ts";
import type { Scrubber, ScrubStream } from "../secrets/scrubber.ts";
import { cutStart } from "../text/cut-units.ts";
import type { ActivitySink } from "./activity-sink.ts";

/** Chunks are joined until 50 ms have passed or 8 KiB are there. */
const WAIT_MS = 50;
const MAX_CHARACTERS = 8 * 1024;

/** What a running call's output is pushed into. */
export interface ChunkEmitter {
  /** Chunks that come after the end are dropped. */
  push(chunk: string): void;
  end(): void;
}

/** The call whose output it is. */
interface Streaming {
  readonly activity: ActivitySink;
  readonly scrubber: Scrubber;
  readonly runId: string;
  readonly toolCallId: string;
  readonly onOutput: ((chunk: string) => void) | undefined;
}

/**
 * Publishes the output of one call while it runs: joined, or in the pieces that the tool makes, as the stream wants it.
 */
export function createChunkEmitter({ activity, scrubber, runId, toolCallId, onOutput }: Streaming): ChunkEmitter {
  const Emitter = activity.joinsOutput ? JoinedChunks : WholeChunks;
  return new Emitter(safeStream(scrubber), (chunk) => {
    // A live event is never stored: a journal that fails is reported by the next stored one.
    const told = activity.emit("tool_output_chunk", { toolCallId, chunk }, { runId, parentId: toolCallId });
    Promise.resolve(told).catch(() => undefined);
    onOutput?.(chunk);
  });
}

/** Scrubs the output of a running call and hands it on. */
abstract class ScrubbedChunks implements ChunkEmitter {
  readonly #scrub: ScrubStream;
  protected readonly publish: (chunk: string) => void;
  protected timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(scrub: ScrubStream, publish: (chunk: string) => void) {
    this.#scrub = scrub;
    this.publish = publish;
  }

  push(chunk: string): void {
    if (this.#ended || chunk === "") return;
    this.take(this.#scrub.push(chunk), chunk);
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.take(this.#scrub.end());
    clearTimeout(this.timer);
    this.letOut();
  }

  /** What may be shown now, and what was pushed. */
  protected abstract take(text: string, pushed?: string): void;

  protected abstract letOut(): void;
}

/** Hands output on in pieces that a screen can follow. */
export class JoinedChunks extends ScrubbedChunks {
  #waiting: string[] = [];
  #length = 0;

  protected override take(text: string): void {
    if (text !== "") this.#waiting.push(text);
    this.#length += text.length;
    if (this.#length >= MAX_CHARACTERS) this.letOut();
    else if (this.#length > 0) this.timer ??= setTimeout(() => this.letOut(), WAIT_MS);
  }

  protected override letOut(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#length = 0;
    for (const piece of pieces(text)) this.publish(piece);
  }
}

/** How long a piece waits for what follows it to say that its end is no beginning of a secret (milliseconds). */
const WAIT_FOR_END_MS = 1_000;
/** How many pieces wait at most. */
const MAX_WAITING = 100;

/** Hands output on in the pieces in which it was pushed, as long as nothing in it has to be masked. */
export class WholeChunks extends ScrubbedChunks {
  /** Pushed and not published yet. Undefined once the text was changed: from there on there are no pieces to keep. */
  #waiting: string[] | undefined = [];
  #ready = "";

  protected override take(text: string, pushed?: string): void {
    clearTimeout(this.timer);
    if (pushed !== undefined) this.#waiting?.push(pushed);
    this.#ready += text;
    while (this.#isWhole(this.#waiting?.[0])) this.letOut(this.#waiting?.shift()?.length);
    if (this.#ready === "") return;
    if (this.#isBeginning()) this.timer = setTimeout(() => this.#letOutChanged(), WAIT_FOR_END_MS);
    else this.#letOutChanged();
  }

  #isWhole(piece: string | undefined): boolean {
    return piece !== undefined && this.#ready.startsWith(piece) && piece.isWellFormed();
  }

  /** What is ready is the beginning of what was pushed, unchanged. */
  #isBeginning(): boolean {
    const { length = MAX_WAITING } = this.#waiting ?? [];
    return length < MAX_WAITING && this.#waiting?.join("").startsWith(this.#ready) === true;
  }

  #letOutChanged(): void {
    this.#waiting = undefined;
    this.letOut();
  }

  protected override letOut(length: number = this.#ready.length): void {
    if (length > 0) this.publish(this.#ready.slice(0, length));
    this.#ready = this.#ready.slice(length);
  }
}

/** Cuts a long text into pieces of at most 8 KiB, never inside a surrogate pair. */
function* pieces(text: string): Generator<string> {
  for (let rest = text; rest !== ""; ) {
    const piece = cutStart(rest, MAX_CHARACTERS);
    yield piece;
    rest = rest.slice(piece.length);
  }
}
