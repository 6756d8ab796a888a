import { checkArgument, checkOptions } from "../options/check-options.ts";
import { listOf } from "../options/composed-rules.ts";
import { anObject, aText, either, oneOf, withFunctions } from "../options/option-rules.ts";
import { RUNNER_RULES, runnerOtherNames } from "../run/check-runner-options.ts";
import { A_STREAM } from "./base-tool.ts";
import type { ToolManagerOptions } from "./tool-manager.ts";

const aClassTool = withFunctions("a tool of a class that extends BaseTool", "asTool", "execute");

/** Throws a `TypeError` for what a manager cannot be made of. */
export function checkManager(given: {
  readonly tools: unknown;
  readonly activityStream: unknown;
  readonly options: ToolManagerOptions;
}): void {
  const tools = listOf(
    "an array of tools of classes that extend BaseTool: new ToolManager([tool], stream)",
    aClassTool,
  );
  checkArgument(given.tools, { of: "The first argument of ToolManager", rule: tools });
  checkArgument(given.activityStream, { of: "The second argument of ToolManager", rule: A_STREAM });
  const { approver, policy, outputCache, redaction, logger, secrets } = RUNNER_RULES;
  checkOptions<ToolManagerOptions>(given.options, {
    of: "ToolManager",
    rules: {
      ...{ approver, policy, outputCache, redaction, logger, secrets },
      redundancy: oneOf("all", "read-only", "off"),
      workspace: either(aText, anObject),
    },
    otherNames: () => ({ ...runnerOtherNames(), activity: "the second argument: new ToolManager(tools, stream)" }),
  });
}
