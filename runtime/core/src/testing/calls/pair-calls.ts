import { type Difference, firstDifference } from "../first-difference.ts";
import type { MadeCall } from "./calls-of.ts";
import type { ExpectedCall } from "./expect-calls.ts";

/** A call that was expected and the one that was made in its place; one of them may be missing. */
export interface CallPair {
  readonly call?: ExpectedCall;
  readonly made?: MadeCall;
  /** What is wrong of it, in words; undefined where the call is as expected. */
  readonly problem?: string;
}

/** Pairs calls in their order, so that as few as possible are wrong. */
export function pairsInOrder(expected: readonly ExpectedCall[], made: readonly MadeCall[]): readonly CallPair[] {
  // For every two ends of the lists, the best way to pair them; from the ends to the beginnings.
  const rows: Way[][] = [];
  for (let row = expected.length; row >= 0; row -= 1) {
    const ways: Way[] = [];
    for (let column = made.length; column >= 0; column -= 1) {
      const [call, found] = [expected[row], made[column]];
      const missing = step(call && pairOf(call, undefined), rows[row + 1]?.[column]);
      const besides = step(found && pairOf(undefined, found), ways[column + 1]);
      const both = step(call && found && pairOf(call, found), rows[row + 1]?.[column + 1]);
      const possible = [both, missing, besides].filter((way) => way !== undefined);
      ways[column] = possible.sort((one, other) => one.cost - other.cost)[0] ?? END;
    }
    rows[row] = ways;
  }
  return listOf(rows[0]?.[0] ?? END);
}

/** Pairs every expected call with the first call that is as expected, else with one of the same tool. */
export function pairsInAnyOrder(expected: readonly ExpectedCall[], made: readonly MadeCall[]): readonly CallPair[] {
  const left = new Set(made);
  const taken = new Map<number, MadeCall>();
  const fits = [
    (call: ExpectedCall, one: MadeCall) => problemOf(call, one) === undefined,
    (call: ExpectedCall, one: MadeCall) => call.tool === one.tool,
  ];
  for (const fit of fits)
    for (const [place, call] of expected.entries()) {
      const found = taken.has(place) ? undefined : [...left].find((one) => fit(call, one));
      if (found === undefined) continue;
      taken.set(place, found);
      left.delete(found);
    }
  return [
    ...expected.map((call, place) => pairOf(call, taken.get(place))),
    ...[...left].map((one) => pairOf(undefined, one)),
  ];
}

interface Way {
  readonly cost: number;
  readonly pair?: CallPair;
  readonly rest?: Way;
}

const END: Way = { cost: 0 };

function step(pair: CallPair | undefined, rest: Way | undefined): Way | undefined {
  if (pair === undefined || rest === undefined) return undefined;
  return { cost: costOf(pair) + rest.cost, pair, rest };
}

/** A call of the same tool with other arguments is nearer than one that is missing beside one too many. */
function costOf({ call, made, problem }: CallPair): number {
  if (problem === undefined) return 0;
  if (call === undefined || made === undefined) return 2;
  return call.tool === made.tool ? 1 : 5;
}

function listOf(way: Way): readonly CallPair[] {
  const pairs: CallPair[] = [];
  for (let at: Way | undefined = way; at?.pair !== undefined; at = at.rest) pairs.push(at.pair);
  return pairs;
}

function pairOf(call: ExpectedCall | undefined, made: MadeCall | undefined): CallPair {
  if (call === undefined) return made === undefined ? {} : { made, problem: "was not expected" };
  if (made === undefined) return { call, problem: "was not made" };
  const problem = problemOf(call, made);
  return { call, made, ...(problem === undefined ? {} : { problem }) };
}

function problemOf({ tool, arguments: wanted, succeeds }: ExpectedCall, made: MadeCall): string | undefined {
  if (tool !== made.tool) return "is a call of another tool";
  if (typeof wanted === "function") {
    if (!wanted(made.arguments)) return "has arguments that the function of the test refuses";
  } else if (wanted !== undefined) {
    const difference = firstDifference(wanted, made.arguments);
    if (difference !== undefined) return differs(difference);
  }
  if (succeeds === undefined || succeeds === made.succeeded) return undefined;
  if (made.succeeded === undefined) return "has no result";
  return made.succeeded ? "succeeded, and was to fail" : "failed, and was to succeed";
}

function differs({ path, expected, found }: Difference): string {
  return `differs at ${path === "" ? "its arguments" : path}: expected ${expected}, found ${found}`;
}
