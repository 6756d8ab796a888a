import { lateSignal } from "../async/late-signal.ts";
import { SILENT } from "../journal/activity-sink.ts";
import type { CompletionStreamParams, LlmError, ModelPort } from "../model/model-port.ts";
import { createScrubber } from "../secrets/create-scrubber.ts";
import type { Secret } from "../secrets/scrubber.ts";
import { cutStart } from "../text/cut-units.ts";
import { callModel } from "./call-model.ts";
import type { ModelCallWatch } from "./model-observer.ts";

/** Milliseconds. */
const PATIENCE_MS = 30_000;

/** What a model is to write that belongs to no run, such as a title. */
export interface TextRequest {
  readonly model: ModelPort;
  /** What it is to do. */
  readonly task: string;
  /** What it is given, as JSON. Each text is masked, and cut after so many characters. */
  readonly given: Readonly<Record<string, string>>;
  readonly maxCharacters: number;
  readonly secrets: readonly Secret[];
  readonly signal?: AbortSignal | undefined;
  /** Hears of the request before it is sent, and returns what hears of its end. */
  readonly observe?: ((params: CompletionStreamParams) => Pick<ModelCallWatch, "ended">) | undefined;
}

/** What it wrote, masked; or why it wrote nothing. */
export type TextOutcome =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: LlmError["code"] };

/** A text by the model, in one small request without tools. Never rejects. */
export async function textByModel(request: TextRequest): Promise<TextOutcome> {
  const { model, task, given, maxCharacters, secrets, signal, observe } = request;
  const scrubber = createScrubber(secrets);
  const shown = Object.entries(given).map(([name, text]) => {
    return [name, cutStart(scrubber.text(text.toWellFormed()), maxCharacters)];
  });
  try {
    const late = lateSignal(PATIENCE_MS);
    const params: CompletionStreamParams = {
      messages: [
        { role: "system", content: task },
        { role: "user", content: JSON.stringify(Object.fromEntries(shown)) },
      ],
      signal: signal === undefined ? late : AbortSignal.any([late, signal]),
    };
    const watch = observe?.(params);
    // It belongs to no run, and nobody watches it being written.
    const call = { model, params, activity: SILENT, scrubber, runId: "", ...(watch && { watch }) };
    const { completion } = await callModel(call);
    if (completion.error !== undefined) return { ok: false, code: completion.error.code };
    return { ok: true, text: scrubber.text(completion.message.content) };
  } catch {
    return { ok: false, code: "internal" };
  }
}
