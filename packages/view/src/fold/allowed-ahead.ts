import { isFields } from "../wire/fields.ts";

/** A call that was shown to a person. */
export interface SeenCall {
  readonly toolCallId: string;
  /** What it was shown with, as {@link comparable} writes it. */
  readonly shown: string | undefined;
}

/** What a person has allowed before it was asked about: those calls, with what was shown of them, and no others. */
export class AllowedAhead {
  readonly #allowed = new Map<string, string>();

  allow(calls: readonly SeenCall[]): void {
    for (const { toolCallId, shown } of calls) if (shown !== undefined) this.#allowed.set(toolCallId, shown);
  }

  /** True once for a call that is asked about as it was shown. */
  take({ toolCallId, shown }: SeenCall): boolean {
    const allowed = this.#allowed.get(toolCallId);
    this.#allowed.delete(toolCallId);
    return allowed !== undefined && allowed === shown;
  }
}

/** The same text for the same value, in whatever order its fields come. Undefined for what is no JSON: it is like nothing else. */
export function comparable(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (_name, inner: unknown) => (isFields(inner) ? inOrder(inner) : inner));
  } catch {
    return undefined;
  }
}

function inOrder(fields: Readonly<Record<string, unknown>>): unknown {
  // An own field may be called `__proto__`.
  return Object.fromEntries(Object.entries(fields).toSorted(byName));
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
