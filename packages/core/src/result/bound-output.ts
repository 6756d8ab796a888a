import { jsonSize } from "../json/json-size.ts";
import { boundParts } from "./bound-parts.ts";
import { cutJson } from "./cut-json.ts";
import { cutMiddle, refHint, withinLimits } from "./cut-middle.ts";
import type { ToolOutput } from "./output.ts";
import { outputText } from "./output-text.ts";

/** How much of an output a model is shown. Bytes are UTF-8. */
export interface OutputLimits {
  /** Everything, the notice included. Default 51,200 (50 KiB); at least 1,024. */
  readonly maxBytes: number;
  /** Everything, the notice included. Default 2,000; at least 10. */
  readonly maxLines: number;
  /** Of a text that is cut, what its beginning may take. Default 40,960 (40 KiB). */
  readonly headBytes: number;
  /** Of a text that is cut, what its end may take. Default 10,240 (10 KiB). */
  readonly tailBytes: number;
}

/** What a model reads of one output, unless a runner says otherwise. */
export const OUTPUT_LIMITS: OutputLimits = { maxBytes: 51_200, maxLines: 2_000, headBytes: 40_960, tailBytes: 10_240 };

/** An output within the limits. When it was cut: the whole text, and the same output with a word on where that text is kept. */
export type BoundOutput =
  | { readonly cut: false; readonly output: ToolOutput }
  | {
      readonly cut: true;
      readonly output: ToolOutput;
      readonly fullText: string;
      /** `id` at most 64 characters. `hasReader`: the model has `tool_output_cache`, so that the word names it. Default true. */
      withRef(id: string, hasReader?: boolean): ToolOutput;
    };

/**
 * Brings an output within the limits: the beginning and the end of a text, a smaller but valid JSON value, fewer images.
 * The same object when nothing has to change; nothing at all reads as `(no output)`; never an unpaired surrogate.
 */
export function boundOutput(output: ToolOutput, limits: Partial<OutputLimits> = {}): BoundOutput {
  const full = fullLimits(limits);
  if (output.type === "text") return boundText(output, full);
  if (output.type === "json") return boundJson(output, full);
  return boundParts(output, full);
}

function fullLimits({ maxBytes, maxLines, headBytes, tailBytes }: Partial<OutputLimits>): OutputLimits {
  return {
    maxBytes: Math.max(maxBytes ?? OUTPUT_LIMITS.maxBytes, 1_024),
    maxLines: Math.max(maxLines ?? OUTPUT_LIMITS.maxLines, 10),
    headBytes: headBytes ?? OUTPUT_LIMITS.headBytes,
    tailBytes: tailBytes ?? OUTPUT_LIMITS.tailBytes,
  };
}

type TextOutput = Extract<ToolOutput, { type: "text" }>;
type JsonOutput = Extract<ToolOutput, { type: "json" }>;

function boundText(output: TextOutput, limits: OutputLimits): BoundOutput {
  const text = output.text.toWellFormed();
  if (text === "") return { cut: false, output: { type: "text", text: "(no output)" } };
  if (withinLimits(text, limits)) return { cut: false, output: text === output.text ? output : { type: "text", text } };
  const middle = cutMiddle(text, limits);
  const render = (hint?: string): ToolOutput => ({
    type: "text",
    text: middle.head + middle.notice(hint) + middle.tail,
  });
  return { cut: true, output: render(), fullText: text, withRef: (...ref) => render(refHint(...ref)) };
}

function boundJson(output: JsonOutput, limits: OutputLimits): BoundOutput {
  if (jsonSize(output.value) <= limits.maxBytes) return { cut: false, output };
  const render = (hint?: string): ToolOutput => ({ type: "json", value: cutJson(output.value, limits.maxBytes, hint) });
  return { cut: true, output: render(), fullText: outputText(output), withRef: (...ref) => render(refHint(...ref)) };
}
