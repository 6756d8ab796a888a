import { canonicalJson } from "../../json/canonical-json.ts";
import type { Json } from "../../json/json.ts";
import { present } from "../../json/present.ts";
import type { LlmError, ModelPort } from "../../model/model-port.ts";
import { checkArgument, checkOptions } from "../../options/check-options.ts";
import { aText } from "../../options/option-rules.ts";
import { ToolError } from "../../result/tool-error.ts";
import type { Middleware } from "../../run/call-states.ts";
import { firstDifference } from "../first-difference.ts";
import { playAnswer } from "../scripted/scripted.ts";
import { parseTape } from "./parse-tape.ts";
import { requestOf } from "./request-of.ts";
import type { TapeEntry, TapeEntryOf } from "./tape-entry.ts";

/** What goes into a loop's configuration so that a recorded run happens again. */
export interface TapePlayer {
  readonly model: ModelPort;
  /** Answers every call from the tape: no tool is executed. */
  readonly around: Middleware;
  /** The recorded times in their order, the last one again when they run out. */
  now(): Date;
  /** Throws an `Error` when a recorded model call was not asked for. */
  assertComplete(): void;
}

/**
 * Plays a tape. What is asked must be what was asked: a request or a call that is not on the tape fails, and the
 * message names the nearest recording and the first place where it differs. Throws a `TypeError` for a text that is no
 * tape.
 */
export function playTape(text: string, options: { readonly name?: string } = {}): TapePlayer {
  checkArgument(text, { of: "The tape of playTape", rule: A_TAPE });
  checkOptions<{ readonly name?: string }>(options, { of: "playTape", rules: { name: aText } });
  const entries = parseTape(text);
  const models = new Recordings(entriesOf(entries, "model").map((entry) => ({ asked: entry.request, entry })));
  const tools = new Recordings(
    entriesOf(entries, "tool").map((entry) => ({ asked: { name: entry.name, arguments: entry.arguments }, entry })),
  );
  const times = entriesOf(entries, "clock").map(({ time }) => time);
  const { model, contextWindow, takes, structuredOutput } = entriesOf(entries, "tape")[0] ?? {};
  let tick = 0;
  return {
    model: {
      name: options.name ?? model ?? "tape",
      ...present({ contextWindow, takes, structuredOutput }),
      completionStream(params) {
        const found = models.take(requestOf(params));
        const playing = { name: found.entry?.model ?? "tape", signal: params.signal };
        return playAnswer(found.entry?.answer ?? { error: missed("request", found.nearest) }, playing);
      },
    },
    around: async ({ tool, arguments: args }) => {
      const found = tools.take({ name: tool.name, arguments: args });
      if (found.entry !== undefined) return found.entry.result;
      throw new ToolError(missed("call", found.nearest).message);
    },
    now: () => new Date(times[Math.min(tick++, times.length - 1)] ?? Date.now()),
    assertComplete() {
      if (models.left > 0) throw new Error(`${models.left} recorded model calls were not asked for.`);
    },
  };
}

const A_TAPE = { form: "the text of a tape, as recordTape wrote it, and not its path", fits: aText.fits };

function entriesOf<K extends TapeEntry["kind"]>(entries: readonly TapeEntry[], kind: K): TapeEntryOf<K>[] {
  return entries.filter((entry): entry is TapeEntryOf<K> => entry.kind === kind);
}

interface Recording<E> {
  readonly asked: Json;
  readonly entry: E;
}

/** Recordings of one kind: each answers once, the earliest of equal ones first. */
class Recordings<E> {
  readonly #all: readonly Recording<E>[];
  readonly #open = new Map<string, Recording<E>[]>();
  left: number;

  constructor(all: readonly Recording<E>[]) {
    this.#all = all;
    this.left = all.length;
    for (const recording of all) {
      const key = canonicalJson(recording.asked);
      const same = this.#open.get(key);
      if (same === undefined) this.#open.set(key, [recording]);
      else same.push(recording);
    }
  }

  take(asked: Json): { readonly entry?: E; readonly nearest: string } {
    const found = this.#open.get(canonicalJson(asked))?.shift();
    if (found === undefined) return { nearest: this.#nearest(asked) };
    this.left -= 1;
    return { entry: found.entry, nearest: "" };
  }

  #nearest(asked: Json): string {
    const scored = this.#all.map((recording, place) => {
      return {
        place,
        difference: firstDifference(recording.asked, asked),
        shared: sharedLength(recording.asked, asked),
      };
    });
    scored.sort((one, other) => other.shared - one.shared);
    const [best] = scored;
    if (best === undefined) return "The tape has none.";
    const { place, difference } = best;
    if (difference === undefined) return `Number ${place + 1} is the same, and was used.`;
    const { path, expected: recorded, found: now } = difference;
    return `The nearest is number ${place + 1}, which differs at ${path}: recorded ${recorded}, now ${now}.`;
  }
}

/** How many characters two canonical texts share at the start. */
function sharedLength(one: Json, other: Json): number {
  const [left, right] = [canonicalJson(one), canonicalJson(other)];
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

function missed(what: "request" | "call", nearest: string): LlmError {
  return { code: "tape_miss", message: `This ${what} is not on the tape. ${nearest}` };
}
