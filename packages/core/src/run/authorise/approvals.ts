/** The approvals of one conversation: asked one at a time, each answer good for one call. */
export class Approvals {
  readonly #used = new Set<string>();
  #tail: Promise<unknown> = Promise.resolve();

  /** Runs `ask` when every earlier question has been answered. */
  inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(ask);
    this.#tail = turn.catch(() => undefined);
    return turn;
  }

  isUsed(approvalId: string): boolean {
    return this.#used.has(approvalId);
  }

  use(approvalId: string): void {
    this.#used.add(approvalId);
  }
}
