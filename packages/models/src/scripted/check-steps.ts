import {
  aCount,
  anArray,
  anObject,
  aText,
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

const USAGE_NAMES = {
  promptTokens: "inputTokens",
  prompt_tokens: "inputTokens",
  completionTokens: "outputTokens",
  completion_tokens: "outputTokens",
  totalTokens: "inputTokens and outputTokens",
  cost: "costUsd",
};

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

const STEP_NAMES = {
  content: "text",
  message: "text",
  output: "text",
  role: "text; a script has the answers of the model only",
  calls: "toolCalls",
  tool_calls: "toolCalls",
  finish_reason: "finishReason",
  stopReason: "finishReason",
  thinking: "reasoning",
} as const;

const CALL_NAMES = {
  toolName: "name",
  tool: "name",
  function: "name and arguments",
  toolCallId: "id",
  args: "arguments",
  input: "arguments",
  parameters: "arguments",
} as const;

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
