import { checkOptions } from "../options/check-options.ts";
import { oneOf } from "../options/option-rules.ts";
import { TOOL_RULES, toolOtherNames } from "../tool/tool-options.ts";
import type { ToolOptions } from "./sub-tool.ts";

/** Throws a `TypeError` for options that a prompt's tool cannot have: a misspelt guard must not be a missing one. */
export function checkPromptToolOptions(name: string, options: ToolOptions): void {
  const { beforeCall, onSuccess, onError, formatOutput, allowlist } = TOOL_RULES;
  const { effects, requiresConfirmation, timeoutMs, streamsOutput, output } = TOOL_RULES;
  checkOptions<ToolOptions>(options, {
    of: `Tool ${name}`,
    rules: {
      ...{ beforeCall, onSuccess, onError, formatOutput, allowlist },
      ...{ effects, requiresConfirmation, timeoutMs, streamsOutput },
      responseSchema: output,
      responseValidation: oneOf("off", "warn", "error"),
    },
    otherNames: () => ({ ...toolOtherNames(), output: "responseSchema", outputSchema: "responseSchema" }),
  });
}
