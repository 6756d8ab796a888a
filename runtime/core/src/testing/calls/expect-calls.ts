import { checkArgument, checkOptions, type OptionRules } from "../../options/check-options.ts";
import { aBoolean, aFunction, anArray, anObject, aText, either } from "../../options/option-rules.ts";
import { type CallSource, callsOf, type MadeCall } from "./calls-of.ts";
import { pairsInAnyOrder, pairsInOrder } from "./pair-calls.ts";
import { tellPairs } from "./tell-pairs.ts";

/** A call that a run is to make: a tool, and what is to be true of the call. */
export interface ExpectedCall {
  readonly tool: string;
  /**
   * All of its arguments, or a function that says whether they will do. Matchers of Vitest and Jest may stand in
   * them. Left out: any.
   */
  readonly arguments?: object | ((args: MadeCall["arguments"]) => boolean);
  /** Whether it is to succeed. Left out: either. */
  readonly succeeds?: boolean;
}

/** Options of {@link expectCalls}. */
export interface ExpectCallsOptions {
  /** The calls are made in this order. Default true. */
  readonly inOrder?: boolean;
  /** No others are made. Default true. */
  readonly only?: boolean;
}

/**
 * Throws an `Error` that shows the difference where a run has made other calls than these. A name alone is a call of
 * that tool with any arguments. Takes what a run resolved to, its messages, or the events of its journal.
 */
export function expectCalls(
  source: CallSource,
  expected: readonly (ExpectedCall | string)[],
  options: ExpectCallsOptions = {},
): void {
  checkArgument(source, { of: "The first argument of expectCalls", rule: SOURCE });
  checkArgument(expected, { of: "The calls of expectCalls", rule: CALLS });
  checkOptions<ExpectCallsOptions>(options, { of: "expectCalls", rules: { inOrder: aBoolean, only: aBoolean } });
  const { inOrder = true, only = true } = options;
  const wanted = expected.map(expectedCall);
  const pairs = (inOrder ? pairsInOrder : pairsInAnyOrder)(wanted, callsOf(source));
  const wrong = pairs.filter(({ problem, call }) => problem !== undefined && (only || call !== undefined));
  if (wrong.length > 0) throw new UnexpectedCalls(tellPairs(pairs, only));
}

class UnexpectedCalls extends Error {
  override readonly name = "UnexpectedCalls";
}

const SOURCE = {
  form: "the result of a run, its messages, or its events",
  fits: (value: unknown) =>
    Array.isArray(value) || (anObject.fits(value) && Array.isArray(Reflect.get(Object(value), "messages"))),
};

const CALLS = { form: "an array: [{ tool, arguments }]", fits: anArray.fits };

const RULES: OptionRules<ExpectedCall> = {
  tool: aText,
  arguments: either(anObject, aFunction),
  succeeds: aBoolean,
};

function expectedCall(given: ExpectedCall | string, place: number): ExpectedCall {
  const call = typeof given === "string" ? { tool: given } : given;
  checkOptions<ExpectedCall>(call, {
    of: `[${place}] of the calls of expectCalls`,
    rules: RULES,
    otherNames: { name: "tool", toolName: "tool", args: "arguments", input: "arguments" },
    needed: ["tool"],
  });
  return call;
}
