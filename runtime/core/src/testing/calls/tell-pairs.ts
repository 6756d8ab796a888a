import { shownJson } from "../first-difference.ts";
import type { MadeCall } from "./calls-of.ts";
import type { ExpectedCall } from "./expect-calls.ts";
import type { CallPair } from "./pair-calls.ts";

/** The difference between the calls that were expected (`-`) and those that were made (`+`), a line each. */
export function tellPairs(pairs: readonly CallPair[], only: boolean): string {
  const lines = pairs.filter(({ call }) => only || call !== undefined).flatMap(linesOf);
  return ["The run did not make the calls that were expected (-); it made those with a +:", ...lines].join("\n");
}

function linesOf({ call, made, problem }: CallPair): readonly string[] {
  if (problem === undefined) return made === undefined ? [] : [`    ${textOf(made)}`];
  const wanted = call === undefined ? [] : [`  - ${textOf(call)}`];
  const found = made === undefined ? [] : [`  + ${textOf(made)}`];
  return [...wanted, ...found].map((line, place, all) => (place === all.length - 1 ? `${line}    ${problem}` : line));
}

/** UTF-16 units of the arguments of a call. */
const LONGEST = 200;

function textOf({ tool, arguments: args }: ExpectedCall | MadeCall): string {
  if (args === undefined) return `${tool} (any arguments)`;
  if (typeof args === "function") return `${tool} (arguments that a function of the test takes)`;
  return `${tool} ${shownJson(args, LONGEST)}`;
}
