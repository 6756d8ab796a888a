import { type CheckedOptions, checkOptions } from "../options/check-options.ts";
import { listOf } from "../options/composed-rules.ts";
import { anArray, anObject, aText, type OptionRule } from "../options/option-rules.ts";
import type { StepChange } from "./tool-loop-config.ts";

/** What stands in a list of tools, in any of its forms: all have a name, and the tools of the AI SDK none. */
export const A_TOOL: OptionRule = {
  form: "a tool",
  fits: (value) => anObject.fits(value) && aText.fits(Object(value).name),
};

const A_LIST = listOf("an array of tools: [tool]", A_TOOL);

const CHANGE: CheckedOptions<StepChange> = {
  of: "What prepareStep returned",
  rules: { messages: anArray, tools: A_LIST, unlisted: A_LIST, notes: listOf("an array of texts", aText) },
  otherNames: {
    activeTools: "tools, an array of the tools themselves",
    experimental_activeTools: "tools, an array of the tools themselves",
    system: 'messages, with one { role: "system", content } at the beginning',
    instructions: 'messages, with one { role: "system", content } at the beginning',
    model: "model of the configuration; a step has no other",
    toolChoice: "llmOptions: { toolChoice } of the configuration",
    stopWhen: "maxIterations of the configuration",
  },
};

/**
 * Throws a `TypeError` for a change of a step that would not be made: a model would be told of tools that were to be
 * kept from it.
 */
export function checkStepChange(change: StepChange): void {
  checkOptions(change, CHANGE);
}
