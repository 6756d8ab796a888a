import type { Budget } from "../budget/budget.ts";
import type { DependencyValues } from "../dependencies/values.ts";
import type { ToolLoopConfig } from "../loop/tool-loop-config.ts";
import type { Message } from "../model/messages.ts";
import type { Usage } from "../model/model-port.ts";
import type { CallUsage } from "../model/usage.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { cutWithEllipsis } from "../text/cut-with-ellipsis.ts";
import type { AuthorisedCall, CallKey, Ended, ForModel, SettledCall } from "./call-states.ts";
import { ErrorMemory } from "./error-memory.ts";

/** What one run remembers between its calls. */
export class RunMemory {
  readonly reads = new ReadMemory();
  readonly guard = new LoopGuard();
  readonly told = new ErrorMemory();
  /** Values that live as long as the run; undefined until the first one is wanted. */
  dependencies: DependencyValues | undefined;
  /** The ids of the dependencies that its calls asked for. */
  readonly asked = new Set<string>();
  /** Where background results wait for the next model call; undefined outside a loop. */
  inbox: Inbox | undefined;
  /** The run of the loop that its calls belong to; undefined outside a loop. */
  run: LoopRun | undefined;
  /** Takes a call through the engine under the run; undefined where there is none. */
  carry: ((call: CarriedCall) => Promise<Ended>) | undefined;
}

/** A run, as its calls see it: those that use models of their own are counted, and observed, by it. */
export interface LoopRun {
  addUsage(usage: Usage, toolCallId: string, isCounted: boolean): void;
  /** Undefined where nothing limits what the run spends. */
  readonly budget: { readonly ledger: Budget } | undefined;
  /** What calls have used on models of their own; from the end of the run on, what is in no sum of it. */
  readonly used: CallUsage;
  /** The run was counted: what calls use now is in no sum of it. */
  readonly isCounted: boolean;
  readonly config: Pick<ToolLoopConfig, "observer">;
}

/** A call that may run, in the hands of an engine. */
export interface CarriedCall {
  /** Aborted when the run is stopped. */
  readonly signal: AbortSignal | undefined;
  readonly authorised: AuthorisedCall;
  /** A tool that replays is given its result: the whole of it, or none. */
  readonly isReplayed: boolean;
  /** Performs and projects it. */
  readonly work: () => Promise<Ended>;
  /** What a model reads of a result; a long one is kept aside. */
  readonly messageOf: (result: ToolResult) => Promise<ForModel>;
}

/** A background result on its way to the model. */
export interface InboxItem {
  readonly message: Message;
  /** The same result, for when no model call follows. */
  readonly late: SettledCall;
}

/** Where a run keeps what came from the background until its next model call. */
export class Inbox {
  #open = true;
  #items: InboxItem[] = [];

  /** False once the run has ended: the result must go elsewhere. */
  add(item: InboxItem): boolean {
    if (this.#open) this.#items.push(item);
    return this.#open;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  take(): readonly Message[] {
    return this.#empty().map(({ message }) => message);
  }

  /** Ends the run's part. Returns what no model call has taken. */
  close(): readonly SettledCall[] {
    this.#open = false;
    return this.#empty().map(({ late }) => late);
  }

  #empty(): readonly InboxItem[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }
}

/** Calls, no two of them the same. */
export class CallSet {
  readonly #bySketch = new Map<number, readonly CallKey[]>();

  /** The call in here that is the same as this one. */
  twinOf(key: CallKey): CallKey | undefined {
    return this.#bySketch.get(key.sketch)?.find(key.equals, key);
  }

  /** Adds one that is the same as none in here. */
  add(key: CallKey): void {
    this.#bySketch.set(key.sketch, [...(this.#bySketch.get(key.sketch) ?? []), key]);
  }

  /** Takes out the one that is the same, where it has the same id. */
  delete(key: CallKey): void {
    this.#keep(key.sketch, (other) => other.toolCallId !== key.toolCallId || !other.equals(key));
  }

  /** Takes out all with these ids. */
  deleteIds(toolCallIds: ReadonlySet<string>): void {
    for (const sketch of this.#bySketch.keys()) this.#keep(sketch, (key) => !toolCallIds.has(key.toolCallId));
  }

  #keep(sketch: number, keeps: (key: CallKey) => boolean): void {
    const kept = this.#bySketch.get(sketch)?.filter(keeps) ?? [];
    if (kept.length === 0) this.#bySketch.delete(sketch);
    else this.#bySketch.set(sketch, kept);
  }

  clear(): void {
    // An empty map makes itself anew as well.
    if (this.#bySketch.size > 0) this.#bySketch.clear();
  }
}

/** How many answers of reads are kept for their repetitions, and how many UTF-16 units of each. */
const MAX_ANSWERS = 50;
const MAX_ANSWER = 1_000;

/** Which reads of a run have an answer in the history that is still true. */
export class ReadMemory {
  readonly #calls = new CallSet();
  /** The beginnings of the last answers, as the model was shown them, by the ids of their calls. */
  readonly #answers = new Map<string, string>();

  /** The id of the earlier call that a new one would repeat. */
  earlier(key: CallKey): string | undefined {
    return this.#calls.twinOf(key)?.toolCallId;
  }

  /** Remembers a read before it runs, so that its parallel twin is seen. */
  remember(key: CallKey): void {
    this.#calls.add(key);
  }

  /** Keeps what a read came to, where it is remembered. */
  answer(key: CallKey, text: string): void {
    if (this.earlier(key) !== key.toolCallId) return;
    this.#answers.set(key.toolCallId, cutWithEllipsis(text, MAX_ANSWER));
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
  }

  /** What an earlier call came to, cut at 1,000 UTF-16 units; undefined while it runs, and where that is long ago. */
  answerOf(toolCallId: string): string | undefined {
    return this.#answers.get(toolCallId);
  }

  /** The call failed: it may be made again. */
  forget(key: CallKey | undefined): void {
    if (key === undefined) return;
    this.#calls.delete(key);
    this.#answers.delete(key.toolCallId);
  }

  /** The results of these calls left the history, or never came to be known. */
  forgetAll(toolCallIds: ReadonlySet<string>): void {
    this.#calls.deleteIds(toolCallIds);
    for (const toolCallId of toolCallIds) this.#answers.delete(toolCallId);
  }

  /** Something may have changed: every earlier answer is in doubt. */
  clear(): void {
    this.#calls.clear();
    // An empty map makes itself anew as well.
    if (this.#answers.size > 0) this.#answers.clear();
  }
}

/** A call that came to the same outcome so often in a row is not run again. */
const ALLOWED = 4;

/** Notices a model that makes one call for ever. */
export class LoopGuard {
  #key: CallKey | undefined;
  #outcome: string | undefined;
  #count = 0;

  /** True when this call was made four times in a row and always came to the same. */
  forbids(key: CallKey): boolean {
    return this.#count >= ALLOWED && key.equals(this.#key);
  }

  /**
   * How often this call has come to this outcome in a row, itself included. `undefined`: the outcome is known to be the
   * same.
   */
  record(key: CallKey, outcome: string | undefined): number {
    const same = key.equals(this.#key) && (outcome === undefined || outcome === this.#outcome);
    this.#count = same ? this.#count + 1 : 1;
    this.#key = key;
    if (outcome !== undefined) this.#outcome = outcome;
    return this.#count;
  }
}
