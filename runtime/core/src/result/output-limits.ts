import type { ToolOutput } from "./output.ts";

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

/**
 * An output within the limits. When it was cut: the whole text, and the same output with a word on where that text is
 * kept.
 */
export type BoundOutput =
  | { readonly cut: false; readonly output: ToolOutput }
  | {
      readonly cut: true;
      readonly output: ToolOutput;
      readonly fullText: string;
      /**
       * `id` at most 64 characters. `hasReader`: the model has `tool_output_cache`, so that the word names it. Default
       * true.
       */
      withRef(id: string, hasReader?: boolean): ToolOutput;
    };
