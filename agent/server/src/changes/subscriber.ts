import type { ChangeEvent } from "@toolwright/view";

/** Things that a reader who falls behind is still told one by one. */
const MAX_PENDING = 1_000;

/** What questions are about. */
export const QUESTIONS = "approvals";

/** One reader of changes. Of what it has not read yet, only the newest state of each thing is kept. */
export class Subscriber implements AsyncIterator<ChangeEvent> {
  /** The one user whose threads and questions are told; undefined: whoever has them. */
  readonly #owner: string | undefined;
  readonly #pending = new Map<string, ChangeEvent>();
  #isOver = false;
  #wake = () => {};

  constructor(owner?: string) {
    this.#owner = owner;
  }

  /** Whether this reader is told of what has that owner. */
  sees(owner: string | undefined): boolean {
    return this.#owner === undefined || this.#owner === owner;
  }

  /** `key`: what it is about. */
  push(key: string, event: ChangeEvent): void {
    if (this.#pending.size >= MAX_PENDING && !this.#pending.has(key)) this.#reset();
    this.#pending.set(key, event);
    this.#wake();
  }

  /** Threads can be looked at anew; the questions are told whole, and only when they change. */
  #reset(): void {
    const asked = this.#pending.get(QUESTIONS);
    this.#pending.clear();
    this.#pending.set("reset", { event: "reset", data: {} });
    if (asked !== undefined) this.#pending.set(QUESTIONS, asked);
  }

  /** What is pending is still read. */
  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  async next(): Promise<IteratorResult<ChangeEvent, undefined>> {
    for (;;) {
      const [first] = this.#pending;
      if (first !== undefined) {
        this.#pending.delete(first[0]);
        return { done: false, value: first[1] };
      }
      if (this.#isOver) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
