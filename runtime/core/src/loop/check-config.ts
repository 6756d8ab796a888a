import type { CompactionOptions } from "../compact/compaction-options.ts";
import type { LlmOptions } from "../model/model-port.ts";
import { type CheckedOptions, checkOptions, type OptionRules } from "../options/check-options.ts";
import { aModelPort, listOf, recordOf } from "../options/composed-rules.ts";
import {
  aBoolean,
  aCount,
  aFunction,
  anArray,
  anObject,
  anything,
  aText,
  either,
  type OptionRule,
  oneOf,
  withFunctions,
} from "../options/option-rules.ts";
import { RUNNER_RULES } from "../run/check-runner-options.ts";
import { editDistance } from "../text/edit-distance.ts";
import { lazy } from "../tool/lazy.ts";
import { A_SCHEMA } from "../tool/tool-options.ts";
import { A_TOOL } from "./check-step-change.ts";
import type { ToolLoopConfig, TrimOptions } from "./tool-loop-config.ts";

/** A tool of the AI SDK, which is told what it is where the tools are made ready. */
const ELSEWHERE: OptionRule = { form: "a tool", fits: (value) => "inputSchema" in Object(value) };

/** What every option of a loop may be. */
export const LOOP_RULES: OptionRules<ToolLoopConfig> = {
  ...RUNNER_RULES,
  // What stands in its place is judged apart.
  model: anything,
  tools: either(
    anArray,
    withFunctions("a ToolRegistry: new ToolRegistry([tool])", "get", "tools"),
    recordOf("an object of tools by name: { pay }", either(A_TOOL, ELSEWHERE)),
  ),
  maxIterations: aCount(0),
  budget: anObject,
  stopWhen: aFunction,
  requireDoneTool: aBoolean,
  output: A_SCHEMA,
  llmOptions: anObject,
  prepareStep: aFunction,
  trim: either(oneOf(false), anObject),
  compaction: either(oneOf(true, false), anObject),
  use: listOf("an array of functions (call, next)", aFunction),
  onUserMessage: aFunction,
  observer: aFunction,
  steering: withFunctions("a queue: createSteerQueue()", "waiting", "take", "sent", "ended"),
  signal: withFunctions("an AbortSignal", "addEventListener"),
  durable: withFunctions("a DurableRun, as its host gave it", "step", "decision"),
};

/** What other libraries call them fills pages, and is loaded for the sentence about an option that is none. */
const naming = lazy(() => import("./loop-other-names.ts"));

/**
 * Rejects with a `TypeError` for a configuration that a run cannot begin with. What stands in a model's place is judged
 * apart.
 */
export async function checkConfig(config: ToolLoopConfig): Promise<void> {
  const isKnown = Object.keys(Object(config)).every((name) => Object.hasOwn(LOOP_RULES, name));
  const otherNames = isKnown ? {} : (await naming()).loopOtherNames();
  checkOptions(config, { of: "The configuration of the loop", rules: LOOP_RULES, otherNames });
  checkGiven(config);
}

/** Fields of other names reach the provider as they are given. */
const NAMED: OptionRules<Pick<LlmOptions, "toolChoice" | "temperature" | "maxTokens" | "max_tokens">> = {
  toolChoice: {
    form: '"auto", "none", "required" or { type: "function", function: { name } }',
    fits: (value) => oneOf("auto", "none", "required").fits(value) || Object(Object(value).function).name !== undefined,
  },
  temperature: { form: "a number", fits: Number.isFinite },
  maxTokens: aCount(1),
  max_tokens: aCount(1),
};

function checkGiven({ llmOptions = {}, trim, compaction }: ToolLoopConfig): void {
  const named = Object.entries(llmOptions).filter(([name]) => Object.hasOwn(NAMED, name));
  checkOptions(Object.fromEntries(named), { of: "llmOptions", rules: NAMED });
  for (const name of Object.keys(llmOptions)) refuseMisspelt(name);
  if (trim) checkOptions<TrimOptions>(trim, TRIM);
  if (typeof compaction === "object") checkOptions<CompactionOptions>(compaction, COMPACTION);
}

/** Other servers' options that are one or two letters away from ours. */
const OTHERS: ReadonlySet<string> = new Set(["tool_choice", "min_tokens", "minTokens"]);

/** A provider may take any option; one that is almost one of these is meant to be it, and would do nothing. */
function refuseMisspelt(name: string): void {
  if (Object.hasOwn(NAMED, name) || OTHERS.has(name)) return;
  const meant = Object.keys(NAMED).find((known) => editDistance(name.toLowerCase(), known.toLowerCase(), 2) <= 2);
  if (meant !== undefined)
    throw new TypeError(`llmOptions: there is no option ${JSON.stringify(name)}; did you mean ${meant}?`);
}

const COMPACTION: CheckedOptions<CompactionOptions> = {
  of: "compaction of the configuration of the loop",
  rules: {
    at: {
      form: "a share of the window above 0 and up to 1, such as 0.8",
      fits: (at) => Number(at) > 0 && Number(at) <= 1,
    },
    windowTokens: aCount(1),
    keepTokens: aCount(0),
    model: aModelPort,
    instructions: aText,
  },
  otherNames: {
    threshold: "at",
    trigger: "at",
    contextWindow: "windowTokens",
    maxTokens: "windowTokens",
    keep: "keepTokens",
    prompt: "instructions",
    customInstructions: "instructions",
  },
};

const TRIM: CheckedOptions<TrimOptions> = {
  of: "trim of the configuration of the loop",
  rules: { budgetTokens: aCount(0) },
  otherNames: { maxTokens: "budgetTokens", tokens: "budgetTokens", maxMessages: "budgetTokens" },
};
