import type { DefinitionType } from "./definition-tracker.ts";
import type { DefinitionRef } from "./reminder.ts";

/** Definitions that something was wished for until the next model call: each once, in the order of the wishes. */
export class DefinitionWishes {
  #refs = new Map<string, DefinitionRef>();

  add(type: DefinitionType, name: string): void {
    this.#refs.set(`${type}:${name}`, { type, name });
  }

  has(types: readonly DefinitionType[], name: string): boolean {
    return types.some((type) => this.#refs.has(`${type}:${name}`));
  }

  list(): DefinitionRef[] {
    return [...this.#refs.values()];
  }

  /** The wishes so far; none is left. */
  take(): DefinitionRef[] {
    const refs = this.list();
    this.#refs.clear();
    return refs;
  }
}
