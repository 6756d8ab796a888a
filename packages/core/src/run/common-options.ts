import type { OptionRules } from "../options/check-options.ts";
import { oneOf, withFunctions } from "../options/option-rules.ts";
import { aListOfSecrets } from "../secrets/secret.ts";
import type { RunnerOptions } from "./runner-options.ts";

/** What the options may be that most runners and loops are given. */
export const COMMON_RULES: Pick<OptionRules<RunnerOptions>, "activity" | "policy" | "redaction" | "secrets"> = {
  activity: withFunctions("an ActivityStream: new ActivityStream(journal)", "emit", "sync"),
  policy: withFunctions(
    "a Policy, a function decide(tool, args) in an object, such as askForWrites or createPermissions({ … }).policy",
    "decide",
  ),
  redaction: oneOf("required", "optional"),
  secrets: aListOfSecrets,
};
