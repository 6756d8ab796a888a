import type { DependencyKey, DependencyOverrides, Policy } from "@toolwright/core";
import { strictest } from "@toolwright/core/internal";
import { KEPT_FROM_LINES, type KeptFromLines } from "../sandbox/kept-from-lines.port.ts";
import { joinShells, SHELL_DIRECTORIES, type StandingShells } from "../tools/bash/shell-directories.ts";
import { FILE_GUARD, type FileGuard } from "../workspace/file-guard.port.ts";

/** Allows what all of them allow: one that denies is enough to deny, one that asks is enough to ask. */
export function intersectPolicies(...given: readonly (Policy | undefined)[]): Policy | undefined {
  const policies = given.filter((policy) => policy !== undefined);
  if (policies.length < 2) return policies[0];
  return { ...strictest(policies), provides: provided(policies.flatMap(({ provides }) => provides ?? [])) };
}

function provided(all: readonly DependencyOverrides[]): DependencyOverrides {
  const together = new Map(all.flatMap((one) => [...one]));
  const guards = makersOf(FILE_GUARD, all);
  if (guards.length > 1)
    together.set(FILE_GUARD.id, async () => every(await Promise.all(guards.map((make) => make()))));
  const shells = makersOf(SHELL_DIRECTORIES, all);
  if (shells.length > 1)
    together.set(SHELL_DIRECTORIES.id, async () => joined(await Promise.all(shells.map((make) => make()))));
  const kept = makersOf(KEPT_FROM_LINES, all);
  if (kept.length > 1)
    together.set(KEPT_FROM_LINES.id, async () => whole(await Promise.all(kept.map((make) => make()))));
  return together;
}

/** A key's id stands for one type: that is the contract of `DependencyKey`. */
function makersOf<T>({ id }: DependencyKey<T>, all: readonly DependencyOverrides[]): readonly (() => T | Promise<T>)[] {
  return all.flatMap((one) => (one.get(id) as (() => T | Promise<T>) | undefined) ?? []);
}

function joined(all: readonly (StandingShells | undefined)[]): StandingShells | undefined {
  return joinShells(all.filter((shells) => shells !== undefined));
}

function whole(all: readonly (KeptFromLines | undefined)[]): KeptFromLines {
  return { of: (command) => all.flatMap((kept) => kept?.of(command) ?? []) };
}

function every(guards: readonly FileGuard[]): FileGuard {
  return {
    denies: (path) => guards.some((guard) => guard.denies?.(path) === true),
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
