import {
  aBoolean,
  anObject,
  byTheirNames,
  checkOptions,
  either,
  type OptionRule,
  oneOf,
} from "@toolwright/core/internal";
import type { BashToolOptions } from "./bash.tool.ts";

const seconds: OptionRule = {
  form: "a number of seconds above 0",
  fits: (value) => typeof value === "number" && value > 0,
};

/** Throws a `TypeError` for an option that does not exist or cannot be: a misspelt guard would be none. */
export function checkBashOptions(options: BashToolOptions): void {
  checkOptions<BashToolOptions>(options, {
    of: "bashTool",
    rules: {
      defaultTimeout: seconds,
      maxTimeout: seconds,
      asks: aBoolean,
      colours: aBoolean,
      sandbox: either(oneOf("off"), { form: "what createSandbox(workspace) gave", fits: anObject.fits }),
    },
    otherNames: byTheirNames(`
      colours|colors
      defaultTimeout (seconds)|timeout timeoutMs
      asks|requiresConfirmation needsApproval confirm ask approval
      policy of the runner|policy
      the workspace's root: createLocalWorkspace({ root })|cwd
    `),
  });
}
