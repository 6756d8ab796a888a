import type { JournalEvent } from "../../journal/event.ts";
import type { ToolLoopResult } from "../../loop/tool-loop-config.ts";

/** A run of a prompt under way. */
export interface PromptResult {
  /** The final text; empty when the run ended in an error, which `final` tells. Never rejects. */
  readonly text: Promise<string>;
  /** How the run ended. Never rejects. */
  readonly final: Promise<ToolLoopResult>;
  /** Everything that happens, to the end of the run. */
  readonly events: AsyncIterable<JournalEvent>;
}
