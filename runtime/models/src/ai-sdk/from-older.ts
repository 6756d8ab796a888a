import type {
  LanguageModelV2CallWarning,
  LanguageModelV2StreamPart,
  LanguageModelV3StreamPart,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  SharedV4Warning,
} from "@ai-sdk/provider";
import { type OlderMessage, olderPrompt } from "./older-prompt.ts";
import type { SdkModel } from "./sdk-model.ts";
import { UnsendableOption } from "./sdk-options.ts";
import { usageOfV2 } from "./usage-of-v2.ts";

/** What is used of a language model of AI SDK 5 (v2) or 6 (v3). */
export interface OlderModel {
  readonly specificationVersion: "v2" | "v3";
  readonly provider: string;
  readonly modelId: string;
  doStream(options: object): PromiseLike<{ stream: ReadableStream<OlderPart> }>;
}

type OlderPart = LanguageModelV2StreamPart | LanguageModelV3StreamPart;

/** An older model in the words of the present version. */
export function fromOlder(model: OlderModel): SdkModel {
  const { provider, modelId, specificationVersion: version } = model;
  return {
    provider,
    modelId,
    version,
    doStream: async (options) => {
      const { stream } = await model.doStream(olderOptions(options, version));
      return { stream: stream.pipeThrough(new TransformStream({ transform: hear })) };
    },
  };
}

interface OlderOptions extends Omit<LanguageModelV4CallOptions, "prompt" | "tools" | "reasoning"> {
  readonly prompt: readonly OlderMessage[];
  readonly tools?: readonly object[];
}

/** Throws an `UnsendableOption` for how hard a model is to think, which was no option of its own before. */
function olderOptions(
  { prompt, tools, reasoning, ...rest }: LanguageModelV4CallOptions,
  version: "v2" | "v3",
): OlderOptions {
  if (reasoning !== undefined) throw new UnsendableOption(NO_REASONING);
  const named = (tool: { readonly type: string }) =>
    tool.type === "provider" && version === "v2" ? { ...tool, type: "provider-defined" } : tool;
  return { ...rest, prompt: olderPrompt(prompt, version), ...(tools && { tools: tools.map(named) }) };
}

const NO_REASONING =
  "llmOptions.reasoning_effort cannot be sent through a package of AI SDK 5 or 6: say it in llmOptions.providerOptions, under the provider's name and in its words.";

function hear(part: OlderPart, out: TransformStreamDefaultController<LanguageModelV4StreamPart>): void {
  if (part.type === "file") return;
  if (part.type === "stream-start") out.enqueue({ ...part, warnings: part.warnings.map(warningOf) });
  else if (part.type === "tool-result") out.enqueue({ ...part, result: Object(part).result ?? "" });
  else if (part.type !== "finish") out.enqueue(part);
  else if (typeof part.finishReason === "object") out.enqueue(Object(part));
  else {
    const { finishReason, usage, providerMetadata } = part;
    const unified = finishReason === "unknown" ? "other" : finishReason;
    const told = { unified, raw: undefined };
    out.enqueue({ type: "finish", finishReason: told, usage: usageOfV2(Object(usage), providerMetadata) });
  }
}

function warningOf(warning: LanguageModelV2CallWarning | SharedV4Warning): SharedV4Warning {
  if (warning.type === "unsupported-tool") return unsupported(`tool ${warning.tool.name}`, warning.details);
  if (warning.type === "unsupported-setting") return unsupported(String(warning.setting), warning.details);
  return warning;
}

function unsupported(feature: string, details: string | undefined): SharedV4Warning {
  return { type: "unsupported", feature, ...(details !== undefined && { details }) };
}
