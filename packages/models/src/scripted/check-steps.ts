import {
  aCount,
  anArray,
  anObject,
  aText,
  byTheirNames,
  checkOptions,
  either,
  nested,
  type OptionRule,
  type OptionRules,
  oneOf,
  shownValue,
} from "@toolwright/core/internal";
import type { LlmError, Usage } from "@toolwright/core/types";
import type { ScriptCall, ScriptStep } from "./script-step.ts";

const aNumber: OptionRule = { form: "a number", fits: (value) => typeof value === "number" };

const USAGE_NAMES = byTheirNames(`
  inputTokens|promptTokens prompt_tokens
  outputTokens|completionTokens completion_tokens
  inputTokens and outputTokens|totalTokens
  costUsd|cost
`);

const STEP: OptionRules<ScriptStep> = {
  text: aText,
  reasoning: aText,
  toolCalls: { form: "an array: [{ name, arguments }]", fits: anArray.fits },
  finishReason: oneOf("stop", "tool_calls", "length", "content_filter", "error"),
  usage: nested<Usage>(
    { inputTokens: aCount(0), outputTokens: aCount(0), costUsd: aNumber },
    { otherNames: USAGE_NAMES },
  ),
  error: either(aText, nested<LlmError>({ code: aText, message: aText, status: aCount(100) })),
};

const STEP_NAMES = byTheirNames(`
  text|content message output
  text; a script has the answers of the model only|role
  toolCalls|calls tool_calls
  finishReason|finish_reason stopReason
  reasoning|thinking
`);

const CALL_NAMES = byTheirNames(`
  name|toolName tool
  name and arguments|function
  id|toolCallId
  arguments|args input parameters
`);

/** Throws a `TypeError` for what is no script of a model: it would answer with nothing. */
export function checkSteps(steps: unknown): void {
  if (!Array.isArray(steps)) {
    throw new TypeError(`scripted takes an array of steps: scripted([{ text }]). This is ${shownValue(steps)}.`);
  }
  for (const [place, step] of steps.entries()) {
    if (typeof step === "string") throw new TypeError(`steps[${place}] of scripted is a text; here it is { text }.`);
    checkOptions<ScriptStep>(step, { of: `steps[${place}] of scripted`, rules: STEP, otherNames: STEP_NAMES });
    for (const [at, call] of (step.toolCalls ?? []).entries())
      checkCall(call, `steps[${place}].toolCalls[${at}] of scripted`);
  }
}

function checkCall(call: unknown, of: string): void {
  checkOptions<ScriptCall>(call, {
    of,
    rules: { id: aText, name: aText, arguments: either(aText, anObject) },
    otherNames: CALL_NAMES,
    needed: ["name"],
  });
}
