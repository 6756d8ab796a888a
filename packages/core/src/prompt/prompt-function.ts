import type { StatefulPrompt } from "./stateful-prompt.ts";

/** Declares what a run may use; called before the run, and again before every model call but the first. */
export type PromptFunction = (prompt: StatefulPrompt) => unknown;
