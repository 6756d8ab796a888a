import { anObject, aText, listOf, milliseconds, type OptionRules } from "@toolwright/core/internal";
import type { LocalProcessesOptions } from "./local-processes.adapter.ts";

/** What the options of local processes may be. */
export const PROCESS_RULES: OptionRules<LocalProcessesOptions> = {
  environment: anObject,
  passEnvironment: listOf("an array of names of variables", aText),
  killGraceMs: milliseconds,
};

/** What others call them. */
export const PROCESS_NAMES = {
  env: "environment",
  envPass: "passEnvironment",
  passEnv: "passEnvironment",
  killGrace: "killGraceMs (milliseconds)",
} as const;
