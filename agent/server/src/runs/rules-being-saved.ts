import type { Approver } from "@toolwright/core";

/** Rules that a person has just said "always" to: no run goes on before they hold, or its next call would ask again. */
export class RulesBeingSaved {
  readonly #saving = new Set<Promise<unknown>>();

  /** Holds answers back until `saved` has settled. */
  add<T>(saved: Promise<T>): Promise<T> {
    this.#saving.add(saved);
    const forget = () => this.#saving.delete(saved);
    saved.then(forget, forget);
    return saved;
  }

  /** The same approver, whose answers come when no rules are being saved. */
  before(approver: Approver): Approver {
    return {
      approve: async (...asked) => {
        const decision = await approver.approve(...asked);
        await Promise.allSettled(this.#saving);
        return decision;
      },
      takeBack: async (approvalId) => approver.takeBack?.(approvalId),
    };
  }
}
