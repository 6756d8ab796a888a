import type { MaybePromise } from "../async/and-then.ts";
import type { Message } from "../model/messages.ts";
import type { Usage } from "../model/model-port.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { DependencyValues } from "./dependency-values.ts";
import { LoopGuard, ReadMemory } from "./repetition.ts";
import type { AuthorisedCall, Ended, ForModel, SettledCall } from "./stages.ts";

/** What one run remembers between its calls. */
export class RunMemory {
  readonly reads = new ReadMemory();
  readonly guard = new LoopGuard();
  /** Values that live as long as the run; undefined until the first one is wanted. */
  dependencies: DependencyValues | undefined;
  /** The ids of the dependencies that its calls asked for. */
  readonly asked = new Set<string>();
  /** Where background results wait for the next model call; undefined outside a loop. */
  inbox: Inbox | undefined;
  /** Who counts what a call spent on models of its own; undefined outside a loop. */
  counter: { addUsage(usage: Usage): void } | undefined;
  /** Takes a call through the engine under the run; undefined where there is none. */
  carry: ((call: CarriedCall) => MaybePromise<Ended>) | undefined;
}

/** A call that may run, in the hands of an engine. */
export interface CarriedCall {
  readonly authorised: AuthorisedCall;
  /** Performs and projects it. */
  readonly work: () => MaybePromise<Ended>;
  /** What a model reads of a result; a long one is kept aside. */
  readonly messageOf: (result: ToolResult) => MaybePromise<ForModel>;
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
