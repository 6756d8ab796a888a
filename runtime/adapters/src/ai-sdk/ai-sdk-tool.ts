import type { ShownOutput } from "../shared/shown-output.ts";
import type { OpenSchema } from "./open-schema.ts";

/** What AI SDK gives a tool beside its input. */
export interface AiSdkCall {
  readonly toolCallId: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly abortSignal?: AbortSignal | undefined;
}

/** A part of an output as AI SDK sends it to a model. */
export type AiSdkContentPart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "file";
      readonly data: { readonly type: "data"; readonly data: string };
      readonly mediaType: string;
      readonly filename?: string;
    };

/** A tool as AI SDK takes it. The output is a value for pages; `toModelOutput` makes of it what the model reads. */
export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: OpenSchema;
  execute(input: unknown, options: AiSdkCall): Promise<ShownOutput> | AsyncIterable<ShownOutput>;
  toModelOutput(options: {
    readonly output: unknown;
  }): { type: "text"; value: string } | { type: "content"; value: AiSdkContentPart[] };
  needsApproval?(input: unknown, options: AiSdkCall): Promise<boolean>;
}
