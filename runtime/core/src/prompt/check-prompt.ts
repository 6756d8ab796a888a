import { LOOP_RULES } from "../loop/check-config.ts";
import { loopOtherNames } from "../loop/loop-other-names.ts";
import { checkArgument, checkOptions } from "../options/check-options.ts";
import { aFunction, anObject, aText, oneOf } from "../options/option-rules.ts";
import { TOOL_RULES } from "../tool/tool-options.ts";
import type { AgentOptions } from "./agents.ts";
import type { PromptConfig } from "./run-prompt.ts";

/** Throws a `TypeError` for options that a prompt cannot run with. */
export function checkPromptConfig(config: PromptConfig, of = "The configuration of the prompt"): void {
  const { model: _model, tools: _tools, prepareStep: _prepare, ...rules } = LOOP_RULES;
  checkOptions<PromptConfig>(config, {
    of,
    rules: { ...rules, reminderRole: oneOf("user", "system"), adaptModel: aFunction },
    otherNames: () => ({
      ...loopOtherNames(),
      tools: "prompt.defTool(name, description, schema, execute)",
      prepareStep: "prompt.defEffect(callback, dependencies)",
      model: "the first argument of StatefulPrompt.create",
      system: "prompt.defSystem(name, text)",
      instructions: "prompt.defSystem(name, text)",
      prompt: "prompt.defMessage(role, text)",
      messages: "prompt.defMessage(role, text)",
    }),
  });
}

const OPTIONS = { form: "an object", fits: anObject.fits };

/** Throws a `TypeError` for options that a prompt's agent cannot have. */
export function checkAgentOptions(name: string, options: AgentOptions): void {
  checkArgument(options, { of: `The options of agent ${name}`, rule: OPTIONS });
  const { model: _model, system, responseSchema, ...config } = options;
  const own = { system, responseSchema };
  checkOptions<typeof own>(own, { of: `Agent ${name}`, rules: { system: aText, responseSchema: TOOL_RULES.output } });
  checkPromptConfig(config, `Agent ${name}`);
}
