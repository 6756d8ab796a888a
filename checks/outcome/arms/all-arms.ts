import { runAiSdk } from "./ai-sdk.ts";
import type { Arm } from "./arm.ts";
import type { ArmName } from "./arm-names.ts";
import { runForeign } from "./foreign.ts";
import { runPlainLoop } from "./plain-loop.ts";
import { runToolwright } from "./toolwright.ts";

/** How each of them does a task. */
export const ARMS: Readonly<Record<ArmName, Arm>> = {
  small: runToolwright("small"),
  all: runToolwright("all"),
  "ai-sdk": runAiSdk,
  plain: runPlainLoop,
  pi: runForeign("pi"),
  opencode: runForeign("opencode"),
};
