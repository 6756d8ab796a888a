import type { Policy, Verdict } from "@toolwright/core";

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

/** Allows what all of them allow: one that denies is enough to deny, one that asks is enough to ask. */
export function intersectPolicies(...given: readonly (Policy | undefined)[]): Policy | undefined {
  const policies = given.filter((policy) => policy !== undefined);
  if (policies.length < 2) return policies[0];
  return {
    offers: (tool) => policies.every((policy) => policy.offers?.(tool) ?? true),
    async decide(tool, args) {
      let strictest: Verdict = { verdict: "allow" };
      for (const policy of policies) {
        const verdict = await policy.decide(tool, args);
        if (STRICTNESS[verdict.verdict] > STRICTNESS[strictest.verdict]) strictest = verdict;
        if (strictest.verdict === "deny") break;
      }
      return strictest;
    },
  };
}
