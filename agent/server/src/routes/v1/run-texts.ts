import type { JournalEvent } from "@toolwright/core";
import { outputText } from "@toolwright/core/internal";
import { RunFrames } from "@toolwright/view/internal";

/** A piece of what a model says, or the beginning of the next step. */
export type RunText = { readonly kind: "text" | "reasoning"; readonly text: string } | { readonly kind: "step" };

/**
 * What is said in a run, from its events, live or stored: each piece once, also where a slow reader has missed some.
 */
export class RunTexts {
  readonly #frames: RunFrames;
  readonly #runId: string;
  #step = "";
  #lastWords: string | undefined;

  constructor({ runId, after }: { readonly runId: string; readonly after: number }) {
    this.#runId = runId;
    this.#frames = new RunFrames({ runId, after });
  }

  /** The text of the run's end: what a tool that has ended it says, or the text of the last step. */
  get final(): string {
    return this.#lastWords ?? this.#step;
  }

  /** What the tool that has ended the run says; undefined where none has. */
  get lastWords(): string | undefined {
    return this.#lastWords;
  }

  add(event: JournalEvent): readonly RunText[] {
    const texts = this.#frames.add(event).flatMap((frame): RunText[] => {
      if (frame.code === "step") return [{ kind: "step" }];
      return frame.code === "text" || frame.code === "reasoning" ? [{ kind: frame.code, text: frame.text }] : [];
    });
    for (const said of texts) {
      if (said.kind === "step") this.#step = "";
      if (said.kind === "text") this.#step += said.text;
    }
    if (event.type === "tool_call_end" && event.runId === this.#runId && event.data.result.endsRun === true) {
      this.#lastWords ??= outputText(event.data.result.output);
    }
    return texts;
  }
}
