import { checkArgument } from "../options/check-options.ts";
import { aText } from "../options/option-rules.ts";

/** Takes the next value, or makes it from the one before. */
export type SetState<T> = (next: T | ((previous: T) => T)) => void;

/** What a prompt remembers between its passes. */
export class StateManager {
  readonly #values = new Map<string, unknown>();

  get(key: string): unknown {
    return this.#values.get(key);
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  /** A function is called with the value before; so a function cannot be kept. */
  set(key: string, next: unknown): void {
    this.#values.set(key, typeof next === "function" ? next(this.#values.get(key)) : next);
  }

  reset(): void {
    this.#values.clear();
  }

  /** The value of now, and what sets it. `initial` counts only where the key has no value yet. */
  createStateAccessor<T>(key: string, initial: T): readonly [T, SetState<T>] {
    checkArgument(key, { of: "The name of a state", rule: aText });
    if (!this.#values.has(key)) this.#values.set(key, initial);
    // A key stands for one type: whoever names it says which.
    return [this.#values.get(key) as T, (next) => this.set(key, next)];
  }
}
