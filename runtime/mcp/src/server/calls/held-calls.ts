import { randomUUID } from "node:crypto";
import type { Asks, Done, GoesOn } from "./attempt.ts";
import type { CallOverMcp } from "./caller.ts";
import type { InsideQuestions } from "./inside-questions.ts";
import { GOOD_FOR_MS } from "./request-states.ts";

/** A call that stays as it is between two rounds of its request, since a call inside it waits for an answer. */
export interface HeldCall {
  readonly end: Promise<Done | Asks | GoesOn>;
  readonly inside: InsideQuestions;
  readonly caller: CallOverMcp;
  readonly stop: AbortController;
}

/** Calls that are held at once; the one that was held first is stopped for another. */
const MOST = 100;

/** Calls that wait for an answer of their clients, each for ten minutes. They end with this process. */
export class HeldCalls {
  readonly #held = new Map<string, { readonly call: HeldCall; readonly timer: NodeJS.Timeout }>();

  /** The name under which it is taken up. */
  hold(call: HeldCall): string {
    const [oldest] = this.#held.keys();
    if (this.#held.size >= MOST && oldest !== undefined) this.#stop(oldest);
    const id = randomUUID();
    const timer = setTimeout(() => this.#stop(id), GOOD_FOR_MS).unref();
    this.#held.set(id, { call, timer });
    return id;
  }

  /** Takes one up, once; undefined for one that is not here any more. */
  take(id: string): HeldCall | undefined {
    const held = this.#held.get(id);
    this.#held.delete(id);
    clearTimeout(held?.timer);
    return held?.call;
  }

  close(): void {
    for (const id of this.#held.keys()) this.#stop(id);
  }

  #stop(id: string): void {
    this.take(id)?.stop.abort(new DOMException("Nobody has answered.", "AbortError"));
  }
}
