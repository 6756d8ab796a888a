import { monotonicMs } from "../async/monotonic.ts";
import type { OutputCache } from "../result/output-cache.ts";
import { ToolError } from "../result/tool-error.ts";
import type { ToolContext } from "../tool/tool.ts";

/** What one answer of the cache tools may take, in UTF-8 bytes, less room for the last note. */
export const ANSWER_BYTES = 65_536 - 512;

/** After this many milliseconds other work gets a turn, so that a deadline or an abort is noticed. */
const TURN_MS = 20;

/** The lines of a kept output, numbered from 1. Throws a `ToolError` that lists the newest refs for an unknown one. */
export async function* cachedLines(cache: OutputCache, id: string, ctx: ToolContext): AsyncGenerator<[number, string]> {
  const lines = await cache.lines(id, ctx.conversation);
  if (lines === undefined) throw await unknownRef(cache, id, ctx);
  let number = 0;
  const turns = new Turns(ctx.signal);
  for await (const line of lines) {
    number += 1;
    if (turns.isOver) await turns.next();
    yield [number, line];
  }
}

/** Lets other work have its turn in long work. */
export class Turns {
  readonly #signal: AbortSignal;
  #began = monotonicMs();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  get isOver(): boolean {
    return monotonicMs() - this.#began > TURN_MS;
  }

  /** Where this turn is over, waits for the next one. Throws when the call was stopped. */
  async next(): Promise<void> {
    if (!this.isOver) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#signal.throwIfAborted();
    this.#began = monotonicMs();
  }
}

const OTHER_CACHE =
  "A model read in a cache that holds nothing of its conversation. The cache of toolOutputCache(cache) has to be that of the runner or the loop, too: outputCache: cache.";

async function unknownRef(cache: OutputCache, id: string, ctx: ToolContext): Promise<ToolError> {
  const refs = await cache.recent(ctx.conversation, 5);
  if (refs.length === 0) ctx.logger.warn(OTHER_CACHE);
  const recent = refs.map((ref) => `${ref.id} (${ref.lines} lines, ${ref.bytes} bytes)`);
  return new ToolError(`No output is kept under ref_id ${JSON.stringify(id.slice(0, 64))}.`, {
    reason: "not_found",
    suggestion: recent.length === 0 ? "Nothing is kept in this conversation." : `Kept are: ${recent.join(", ")}.`,
  });
}
