import type { LlmError, LlmErrorCode, Usage } from "../../model/model-port.ts";
import { checkArgument, checkOptions, nested, type OptionRules } from "../../options/check-options.ts";
import { aNumber } from "../../options/composed-rules.ts";
import { aCount, anArray, anObject, aText, either, type OptionRule, oneOf } from "../../options/option-rules.ts";
import type { ScriptCall, ScriptStep } from "./script-step.ts";

const ERROR_CODES: readonly LlmErrorCode[] = [
  ...(["http", "connection", "timeout", "aborted", "incomplete_stream", "invalid_stream"] as const),
  ...(["ambiguous_tool_calls", "script_exhausted", "tape_miss", "journal_failed", "invalid_output"] as const),
  ...(["invalid_options", "internal"] as const),
];

const STEP: OptionRules<ScriptStep> = {
  text: aText,
  reasoning: aText,
  toolCalls: { form: "an array: [{ name, arguments }]", fits: anArray.fits },
  finishReason: oneOf("stop", "tool_calls", "length", "content_filter", "error"),
  usage: nested<Usage>(
    {
      inputTokens: aCount(0),
      cachedInputTokens: aCount(0),
      cacheWriteTokens: aCount(0),
      outputTokens: aCount(0),
      reasoningTokens: aCount(0),
      costUsd: aNumber,
    },
    { needed: ["inputTokens", "outputTokens"] },
  ),
  error: either(
    aText,
    nested<LlmError>({ code: oneOf(...ERROR_CODES), message: aText, status: aCount(100) }, { needed: ["message"] }),
  ),
};

const CALL = {
  rules: { id: aText, name: aText, arguments: either(aText, anObject) },
  needed: ["name"] as const,
};

const STEPS: OptionRule = { form: "an array: [{ text }]", fits: anArray.fits };

/** Checks a script that was read from a file. Throws a `TypeError` that names the step and the field. */
export function parseScript(json: unknown): readonly ScriptStep[] {
  checkSteps(json, "the script");
  return json;
}

/** Throws a `TypeError` for what is no script of a model: it would answer with nothing. */
export function checkSteps(steps: unknown, of: string): asserts steps is readonly ScriptStep[] {
  checkArgument(steps, { of: `The steps of ${of}`, rule: STEPS });
  if (Array.isArray(steps)) for (const [place, step] of steps.entries()) checkStep(step, `steps[${place}]`, of);
}

/** The same for one step, which stands at `place` of what it is of. */
export function checkStep(step: unknown, place: string, of: string): asserts step is ScriptStep {
  if (typeof step === "string") throw new TypeError(`${place} of ${of} is a text; here it is { text }.`);
  checkOptions<ScriptStep>(step, { of: `${place} of ${of}`, rules: STEP });
  const calls: unknown = Reflect.get(Object(step), "toolCalls");
  if (!Array.isArray(calls)) return;
  for (const [at, call] of calls.entries())
    checkOptions<ScriptCall>(call, { of: `${place}.toolCalls[${at}] of ${of}`, ...CALL });
}
