import type { ProgramCallState } from "./call-facts.ts";
import type { ProgramCall } from "./program.ts";

/** A line of the tree of calls: one call, or all calls of a tool that has too many for a line each. */
export type ProgramRow =
  | { readonly kind: "call"; readonly call: ProgramCall }
  | {
      readonly kind: "calls";
      readonly toolName: string;
      readonly calls: readonly ProgramCall[];
      /** How many of them stand how, in the order in which the first of each was asked for. */
      readonly counts: readonly (readonly [state: ProgramCallState, count: number])[];
    };

/** Calls of one tool that have a line each; more of them share one. */
const MOST_LINES = 50;

/** The calls of a program as the lines of a tree: a shared line stands where the first of its calls does. */
export function programRows(calls: readonly ProgramCall[]): readonly ProgramRow[] {
  const byTool = groupsOf(calls);
  return calls.flatMap((call): readonly ProgramRow[] => {
    const { toolName } = call;
    const same = byTool.get(toolName) ?? [];
    if (same.length <= MOST_LINES) return [{ kind: "call", call }];
    return same[0] === call ? [{ kind: "calls", toolName, calls: same, counts: countsOf(same) }] : [];
  });
}

function groupsOf(calls: readonly ProgramCall[]): ReadonlyMap<string, readonly ProgramCall[]> {
  const groups = new Map<string, ProgramCall[]>();
  for (const call of calls) {
    const group = groups.get(call.toolName);
    if (group === undefined) groups.set(call.toolName, [call]);
    else group.push(call);
  }
  return groups;
}

function countsOf(calls: readonly ProgramCall[]): readonly (readonly [ProgramCallState, number])[] {
  const counts = new Map<ProgramCallState, number>();
  for (const { state } of calls) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts];
}
