import type { CompletionStreamParams, LlmCompletionResult } from "../model/model-port.ts";
import type { SettledCall } from "../run/call-states.ts";
import type { ModelCallWatch, ModelObserver } from "./model-observer.ts";
import type { Run } from "./run.ts";
import { scrubMessage } from "./scrub-message.ts";

/** One step's observer, which can neither fail the run nor hear anything twice. */
export class StepWatch {
  readonly #core: Run["core"];
  readonly #watch: ModelCallWatch | undefined;
  #state: "running" | "ended" | "settled" = "running";

  constructor(run: Run, observer: ModelObserver, params: CompletionStreamParams) {
    const { core, runId, step, config } = run;
    this.#core = core;
    const call = { runId, step, conversation: core.conversation, model: config.model.name, params };
    this.#watch = this.#safely(() => observer(call));
  }

  ended(completion: LlmCompletionResult): void {
    if (this.#state !== "running") return;
    this.#state = "ended";
    this.#safely(() => this.#watch?.ended(masked(completion, this.#core)));
  }

  /** What came of the calls is told when it is stored; of what could not be, nothing. */
  settled(calls: readonly SettledCall[]): void {
    if (this.#state !== "ended") return;
    this.#state = "settled";
    const tell = (stored: readonly SettledCall[]) => this.#safely(() => this.#watch?.settled(stored));
    const { activity } = this.#core;
    const storing = activity.stored();
    if (storing === undefined) tell(activity.failure === undefined ? calls : []);
    else
      storing.then(
        () => tell(calls),
        () => tell([]),
      );
  }

  #safely<T>(tell: () => T): T | undefined {
    try {
      const told = tell();
      if (told instanceof Promise) told.catch((error) => this.#failed(error));
      return told;
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  #failed(error: unknown): void {
    this.#core.logger.error("The observer of model calls failed", { error });
  }
}

/** `toolCalls` is what counts: an adapter need not repeat them in its message. */
function masked(completion: LlmCompletionResult, { scrubber }: Run["core"]): LlmCompletionResult {
  const { toolCalls, error } = completion;
  const asked = { ...completion.message, ...(toolCalls && { tool_calls: toolCalls }) };
  const scrubbed = scrubMessage(asked, scrubber);
  const message = scrubbed.role === "assistant" ? scrubbed : asked;
  if (error !== undefined)
    return { ...completion, message, error: { ...error, message: scrubber.text(error.message) } };
  return toolCalls === undefined
    ? { ...completion, message }
    : { ...completion, message, toolCalls: message.tool_calls ?? [] };
}
