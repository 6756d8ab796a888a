import type { Usage } from "./model-port.ts";

/** Both together; the cost is known where one of them says it. */
export function usageSum(one: Usage, other: Usage): Usage {
  const tokens = {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
  if (one.costUsd === undefined && other.costUsd === undefined) return tokens;
  return { ...tokens, costUsd: (one.costUsd ?? 0) + (other.costUsd ?? 0) };
}

/** What calls have used since their run was counted: background work goes on after it. */
export class LateUsage {
  readonly #byCall = new Map<string, Usage>();

  add(toolCallId: string, usage: Usage): void {
    const known = this.#byCall.get(toolCallId);
    this.#byCall.set(toolCallId, known === undefined ? usage : usageSum(known, usage));
  }

  /** That of a call and of those inside it, once; undefined where there is none. */
  take(toolCallId: string): Usage | undefined {
    let sum: Usage | undefined;
    for (const [id, usage] of this.#byCall) {
      if (id !== toolCallId && !id.startsWith(`${toolCallId}/`) && !id.startsWith(`${toolCallId}~`)) continue;
      sum = sum === undefined ? usage : usageSum(sum, usage);
      this.#byCall.delete(id);
    }
    return sum;
  }
}
