import { tokensIn } from "../compact/message-tokens.ts";
import type { ModelPort } from "../model/model-port.ts";
import type { Run } from "./run.ts";

/**
 * A provider that counts less than this share of the estimate counts something else, such as what it had not kept of an
 * earlier request.
 */
const LEAST_COUNT = 0.25;

/** What is needed of a run to count. */
export type CountedRun = Pick<Run, "counted" | "history" | "estimate"> & {
  readonly config: { readonly model: Pick<ModelPort, "takes"> };
};

/** Tokens of the next request: what the provider has counted, and an estimate of what has come since. */
export function contextTokens(run: CountedRun): number {
  const { counted } = run;
  const estimate = estimated(run);
  if (counted === undefined) return estimate;
  const tokens = counted.tokens + tokensFrom(run, counted.messages);
  return tokens < estimate * LEAST_COUNT ? estimate : tokens;
}

/** Tokens of the whole history, roughly: every step asks, so that only what has come since is measured. */
function estimated(run: CountedRun): number {
  const { history } = run;
  const { of, replaced, messages, tokens } = run.estimate ?? NOTHING;
  const known = of === history && replaced === history.replaced ? { messages, tokens } : NOTHING;
  const all = known.tokens + tokensFrom(run, known.messages);
  run.estimate = { of: history, replaced: history.replaced, messages: history.length, tokens: all };
  return all;
}

/** Of a file that the model does not take, only the line that it reads counts. */
function tokensFrom({ history, config: { model } }: CountedRun, place: number): number {
  return tokensIn(history.snapshot(place), model.takes ?? []);
}

const NOTHING = { of: undefined, replaced: 0, messages: 0, tokens: 0 };
