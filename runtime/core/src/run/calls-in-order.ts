import { isAborted, watchAbort } from "../async/abort.ts";
import { mayHaveRun, type RecordedSubCall } from "../journal/recorded-call.ts";
import type { JsonObject } from "../json/json.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { ArgumentsText, Tool, ToolContext } from "../tool/tool.ts";
import type { HaltReason } from "./call-states.ts";
import { divergedFrom } from "./diverged.ts";
import { type CallEnd, type CallOfProgram, PROGRAM_CALL, type ProgramCall } from "./program-call.ts";
import { refuse } from "./refusals.ts";
import type { Scope } from "./scope.ts";
import { scopeOf } from "./scope-of.ts";

/**
 * The calls of a program: asked for at any time, and given back one end at a time, in the order in which a journal has
 * them. A later process is given the same ends in the same order, and goes on behind the last of them.
 */
export interface CallsInOrder {
  /** What the clock says before the first end. Milliseconds since 1970. */
  readonly startMs: number;
  /** How many ends of an earlier process have not been given yet. */
  readonly recordedLeft: number;
  /** The tool of the call that an earlier process made where the next one is to be asked for. */
  readonly recordedNext: string | undefined;
  /** Asks for a call. Returns its number, from 0. */
  ask(callee: string | Tool, input: ArgumentsText | JsonObject, about?: AskedAbout): number;
  /** Tells whenever people begin to be asked about calls, and when nobody is any more. */
  onAsking(heard: (isAsked: boolean) => void): void;
  /** The next end. To be called while a call is open; never rejects. */
  next(): Promise<NextEnd>;
  /** The program has ended. Calls that have not begun do not begin. */
  close(): CallsLeft;
}

/** What a program knows of a call that it asks for. */
export interface AskedAbout {
  /** Where in the source, from 1. */
  readonly line?: number | undefined;
  /** The tool is gone that an earlier process had asked for, and no other of its name is meant. */
  readonly isGone?: boolean;
}

/** `over`: nothing else can be given, as a person has stopped the run, or the calls are not those of the journal. */
export type NextEnd =
  | (EndedCall & { readonly how: "ended"; readonly number: number; readonly timeMs: number })
  | { readonly how: "over"; readonly result: ToolResult; readonly stop: HaltReason | undefined };

/** What a call came to. */
export interface EndedCall {
  readonly result: ToolResult;
  /** The arguments that it ran with, where a person has given others. Masked. */
  readonly edited: JsonObject | undefined;
}

/** What the program has not been given. */
export interface CallsLeft {
  /** Calls that were open when it ended. */
  readonly open: readonly OpenAtEnd[];
  /** Calls of an earlier process that this one has not made. */
  readonly unasked: readonly CallOfJournal[];
}

/** What a journal has of a call; without a result where nobody knows what that was. */
export interface CallOfJournal {
  readonly toolName: string;
  readonly result: ToolResult | undefined;
}

/** A call that the program did not wait for. */
export interface OpenAtEnd {
  readonly number: number;
  readonly hasBegun: boolean;
  /** What it comes to; where the calls are not those of the journal, what that has of it. Never rejects. */
  readonly ended: Promise<EndedCall | CallOfJournal>;
}

/** For `execute` of a tool that replays, which makes all its calls by it. Throws outside of one. */
export function callsInOrder(context: ToolContext): CallsInOrder {
  const scope = scopeOf(context);
  const call: unknown = Reflect.get(context, PROGRAM_CALL);
  if (scope === undefined || !isProgramCall(call)) throw new TypeError("Calls in order need the context of a runner.");
  return new OrderedCalls(scope, call, context.signal);
}

function isProgramCall(value: unknown): value is ProgramCall {
  return typeof value === "function";
}

function ofJournal(known: RecordedSubCall): CallOfJournal {
  const { start, end } = known;
  return { toolName: start.toolName, result: end?.result ?? (mayHaveRun(known) ? undefined : notRun()) };
}

function notRun(): ToolResult {
  return refuse({ code: "skipped", message: "The program ended before this call ran." }).result;
}

/** An end that has its place in the order. */
interface Told {
  readonly number: number;
  readonly timeMs: number;
}

/** A call whose end the program has not been given. */
interface OpenCall {
  readonly call: CallOfProgram & { isLeft: boolean };
  readonly stop: AbortController;
  /** Never rejects. */
  readonly settled: Promise<CallEnd>;
}

class OrderedCalls implements CallsInOrder {
  readonly startMs: number;
  readonly #call: ProgramCall;
  readonly #scope: Scope;
  readonly #signal: AbortSignal;
  // One listener for all calls: a signal that joins others takes as long, for each call, as the rest of it.
  readonly #stopAll = () => {
    for (const { stop } of this.#open.values()) stop.abort(this.#signal.reason);
  };
  /** Ends of an earlier process, the next one last. */
  readonly #recorded: { readonly id: string; readonly name: string; readonly timeMs: number }[];
  readonly #known: ReadonlyMap<string, RecordedSubCall>;
  readonly #numbers = new Map<string, number>();
  readonly #open = new Map<number, OpenCall>();
  readonly #told: Told[] = [];
  /** The calls that people are asked about. */
  readonly #asking = new Set<string>();
  #onAsking: (isAsked: boolean) => void = () => undefined;
  #asked = 0;
  #isClockSet = false;
  #over: Extract<NextEnd, { how: "over" }> | undefined;
  #wake: () => void = () => undefined;

  constructor(scope: Scope, call: ProgramCall, signal: AbortSignal) {
    const { replayed = new Map(), toolCallId } = scope;
    this.#call = call;
    this.#scope = scope;
    this.#signal = signal;
    // The signal is that of the one call which makes these, and goes with it.
    watchAbort(signal, this.#stopAll);
    const own = [...replayed].filter(([, { parentId }]) => parentId === toolCallId);
    this.#known = new Map(own);
    this.startMs = own[0]?.[1].startedMs ?? Date.now();
    this.#recorded = own
      .flatMap(([id, { ended, start }]) => (ended === undefined ? [] : [{ id, name: start.toolName, ...ended }]))
      .toSorted((one, other) => other.seq - one.seq);
  }

  get recordedLeft(): number {
    return this.#recorded.length;
  }

  get recordedNext(): string | undefined {
    return this.#known.get(`${this.#scope.toolCallId}/${this.#asked}`)?.start.toolName;
  }

  ask(callee: string | Tool, input: ArgumentsText | JsonObject, { line, isGone = false }: AskedAbout = {}): number {
    const number = this.#asked++;
    const stop = new AbortController();
    if (isAborted(this.#signal)) stop.abort(this.#signal.reason);
    let isTold = false;
    const call: OpenCall["call"] = {
      line,
      isGone,
      startMs: this.#isClockSet ? undefined : this.startMs,
      signal: stop.signal,
      isLeft: false,
      hasBegun: false,
      edited: undefined,
      claimed: (id) => void this.#numbers.set(id, number),
      asking: (id, isAsked) => this.#noteAsking(id, isAsked),
      ended: (timeMs) => {
        isTold = true;
        if (timeMs !== undefined) this.#told.push({ number, timeMs });
        this.#wake();
      },
    };
    const settled = this.#call(callee, input, call);
    this.#open.set(number, { call, stop, settled });
    void settled.then((end) => {
      if (isTold && end.stop === undefined) return;
      // A call that the journal knows nothing of leaves nothing that a later process could go on from.
      this.#over ??= { how: "over", result: end.result, stop: end.stop };
      this.#wake();
    });
    return number;
  }

  onAsking(heard: (isAsked: boolean) => void): void {
    this.#onAsking = heard;
  }

  #noteAsking(id: string, isAsked: boolean): void {
    const before = this.#asking.size;
    if (isAsked) this.#asking.add(id);
    else this.#asking.delete(id);
    const isFirstOrLast = before + this.#asking.size === 1;
    if (isFirstOrLast) this.#onAsking(isAsked);
  }

  async next(): Promise<NextEnd> {
    this.#isClockSet = true;
    const isRecorded = this.#recorded.length > 0;
    const told = await this.#nextTold();
    const open = told && this.#open.get(told.number);
    const ended = await open?.settled;
    // A person has stopped the run, at this call or at one whose end is not told yet. What had ended before is given.
    const stop = isRecorded ? undefined : this.#scope.halt.why;
    if (ended !== undefined && stop !== undefined) this.#over ??= { how: "over", result: ended.result, stop };
    if (this.#over !== undefined || !told || !open || !ended) return this.#over ?? this.#unasked();
    const { number, timeMs } = told;
    this.#open.delete(number);
    return { how: "ended", number, result: ended.result, timeMs, edited: open.call.edited };
  }

  close(): CallsLeft {
    const open = [...this.#open].map(([number, left]) => {
      const { call, stop } = left;
      const { hasBegun } = call;
      call.isLeft = !hasBegun;
      if (!hasBegun) stop.abort();
      return { number, hasBegun, ended: this.#leftAs(number, left) };
    });
    const unasked = [...this.#known].filter(([id]) => !this.#numbers.has(id));
    return { open, unasked: unasked.map(([, known]) => ofJournal(known)) };
  }

  /** Where the journal cannot be gone on from, each call ends with the word for that, whatever it came to. */
  async #leftAs(number: number, { call, settled }: OpenCall): Promise<EndedCall | CallOfJournal> {
    const { result } = await settled;
    const { edited, hasBegun } = call;
    if (this.#over === undefined || this.#over.stop !== undefined) return { result, edited };
    const known = this.#known.get(`${this.#scope.toolCallId}/${number}`);
    if (known !== undefined) return ofJournal(known);
    return { result: hasBegun ? result : notRun(), edited };
  }

  /** Undefined where nothing can follow. */
  async #nextTold(): Promise<Told | undefined> {
    const recorded = this.#recorded.at(-1);
    if (recorded !== undefined) {
      const number = this.#numbers.get(recorded.id);
      if (number === undefined) return undefined;
      this.#recorded.pop();
      return { number, timeMs: recorded.timeMs };
    }
    while (this.#told.length === 0 && this.#over === undefined)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.#told.shift();
  }

  /** The end of a call is recorded that this process has not made by now, and would have to be given here. */
  #unasked(): NextEnd {
    const name = this.#recorded.at(-1)?.name ?? "a call";
    this.#over = { how: "over", result: divergedFrom(this.#scope.toolCallId, { name }).result, stop: undefined };
    return this.#over;
  }
}
