import type { JournalEvent } from "@toolwright/core";
import type { ThreadStep } from "../wire/steps.ts";
import { ThreadFold } from "./fold-thread.ts";

/** Names of tools that a step tells. */
const MOST_TOOLS = 5;

/** The steps of a thread in their order: each ends with what its model said and the results of its calls. */
export function threadSteps(events: Iterable<JournalEvent>): readonly ThreadStep[] {
  const fold = new StepsFold();
  for (const event of events) fold.add(event);
  return fold.steps();
}

/** The same, event by event. */
export class StepsFold {
  readonly #fold = new ThreadFold();
  readonly #steps: ThreadStep[] = [];
  #runId: string | undefined;
  #parts = 0;
  #tools: string[] = [];

  add(event: JournalEvent): void {
    this.#fold.add(event);
    if (event.type === "tool_call_start") this.#tools.push(event.data.toolName);
    if (event.parentId !== undefined) return;
    if (event.type === "run_start") this.#begin(event.runId);
    if ((event.type === "step_end" || event.type === "done") && event.runId === this.#runId) this.#end(event);
  }

  steps(): readonly ThreadStep[] {
    return this.#steps;
  }

  #begin(runId: string): void {
    this.#runId = runId;
    this.#parts = 0;
    this.#tools = [];
  }

  /** The end of a run is a step of its own only where something came after the last one, such as words cut short. */
  #end({ seq, time, runId, type }: JournalEvent): void {
    const { parts } = this.#fold;
    const last = this.#steps.at(-1);
    if (parts === this.#parts && last?.runId === runId) {
      // What follows the last step of a run belongs to it: from there on the run is over.
      if (type === "done") this.#steps.splice(-1, 1, { ...last, seq, isEnd: true });
      return;
    }
    this.#parts = parts;
    const tools = this.#tools.slice(0, MOST_TOOLS);
    this.#steps.push({ seq, runId, time, parts, tools, ...(type === "done" && { isEnd: true as const }) });
    this.#tools = [];
  }
}
