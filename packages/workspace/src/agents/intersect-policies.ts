import type { DependencyOverrides, Policy, Verdict } from "@toolwright/core";
import { FILE_GUARD, type FileGuard } from "../workspace/file-guard.port.ts";

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
    provides: provided(policies.flatMap(({ provides }) => provides ?? [])),
  };
}

function provided(all: readonly DependencyOverrides[]): DependencyOverrides {
  const makers = all.flatMap((one) => one.get(FILE_GUARD.id) ?? []);
  const together = new Map(all.flatMap((one) => [...one]));
  if (makers.length > 1) together.set(FILE_GUARD.id, async () => every(await Promise.all(makers.map(guardOf))));
  return together;
}

/** A key's id stands for one type: that is the contract of `DependencyKey`. */
async function guardOf(make: () => unknown): Promise<FileGuard> {
  return (await make()) as FileGuard;
}

function every(guards: readonly FileGuard[]): FileGuard {
  return {
    async mayRead(path) {
      for (const guard of guards) if (!(await guard.mayRead(path))) return false;
      return true;
    },
    async refuses(access, path) {
      for (const guard of guards) {
        const refused = await guard.refuses?.(access, path);
        if (refused !== undefined) return refused;
      }
      return undefined;
    },
  };
}
