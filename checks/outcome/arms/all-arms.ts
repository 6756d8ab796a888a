import { runAiSdk } from "./ai-sdk.ts";
import type { Arm } from "./arm.ts";
import { runPlainLoop } from "./plain-loop.ts";
import { runToolwright } from "./toolwright.ts";

/** Everybody who does the tasks, by the name that `--arms` takes. */
export const ARMS: Readonly<Record<string, Arm>> = {
  small: runToolwright("small"),
  all: runToolwright("all"),
  "ai-sdk": runAiSdk,
  plain: runPlainLoop,
};
