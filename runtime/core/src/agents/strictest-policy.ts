import type { Policy, Verdict } from "../run/policy.ts";

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

/** What each policy says, and the strictest of it counts: one that denies is enough to deny, one that asks to ask. */
export function strictest(policies: readonly Policy[]): Pick<Policy, "decide"> & Required<Pick<Policy, "offers">> {
  return {
    offers: (tool) => policies.every((policy) => policy.offers?.(tool) ?? true),
    async decide(tool, args, about) {
      let verdict: Verdict | undefined;
      for (const policy of policies) {
        const said = await policy.decide(tool, args, about);
        if (verdict === undefined || STRICTNESS[said.verdict] > STRICTNESS[verdict.verdict]) verdict = said;
        if (verdict.verdict === "deny") break;
      }
      return verdict ?? { verdict: "allow" };
    },
  };
}
