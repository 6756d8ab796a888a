import { jsonSize } from "../json/json-size.ts";
import { boundParts } from "./bound-parts.ts";
import { cutJson } from "./cut-json.ts";
import { cutMiddle, refHint, withinLimits } from "./cut-middle.ts";
import type { ToolOutput } from "./output.ts";
import { type BoundOutput, OUTPUT_LIMITS, type OutputLimits } from "./output-limits.ts";
import { outputText } from "./output-text.ts";

/**
 * Brings an output within the limits: the beginning and the end of a text, a smaller but valid JSON value, fewer
 * images. The same object when nothing has to change; nothing at all reads as `(no output)`; never an unpaired
 * surrogate.
 */
export function boundOutput(output: ToolOutput, limits: Partial<OutputLimits> = {}): BoundOutput {
  const full = fullLimits(limits);
  if (output.type === "text") return boundText(output, full);
  if (output.type === "json") return boundJson(output, full);
  return boundParts(output, full);
}

/** The limits with the defaults for what they leave out, so many times as large. */
export function fullLimits(
  { maxBytes, maxLines, headBytes, tailBytes }: Partial<OutputLimits>,
  factor = 1,
): OutputLimits {
  return {
    maxBytes: Math.max((maxBytes ?? OUTPUT_LIMITS.maxBytes) * factor, 1_024),
    maxLines: Math.max((maxLines ?? OUTPUT_LIMITS.maxLines) * factor, 10),
    headBytes: (headBytes ?? OUTPUT_LIMITS.headBytes) * factor,
    tailBytes: (tailBytes ?? OUTPUT_LIMITS.tailBytes) * factor,
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
  if (jsonSize(output.value, limits.maxBytes) <= limits.maxBytes) return { cut: false, output };
  const render = (hint?: string): ToolOutput => ({ type: "json", value: cutJson(output.value, limits.maxBytes, hint) });
  return {
    cut: true,
    // Cut when it is asked for: where the whole is kept, what is shown says so, and nobody reads this one.
    get output() {
      return render();
    },
    // So is the whole text, which takes as long as there is of it.
    get fullText() {
      return outputText(output);
    },
    withRef: (...ref) => render(refHint(...ref)),
  };
}
