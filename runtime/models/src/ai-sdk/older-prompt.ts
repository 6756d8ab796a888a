import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";

/** A message as AI SDK 5 and 6 have it: what they know of a part is what the present version has, but for files. */
export interface OlderMessage {
  readonly role: LanguageModelV4Message["role"];
  readonly content: string | readonly object[];
  readonly providerOptions?: object;
}

/** A prompt in the words of an older version. Parts that came later are left out. */
export function olderPrompt(prompt: readonly LanguageModelV4Message[], version: "v2" | "v3"): OlderMessage[] {
  return prompt.map((message) => {
    if (message.role === "system") return message;
    return { ...message, content: message.content.flatMap((part) => olderPart(part, version)) };
  });
}

type PromptPart = Exclude<LanguageModelV4Message["content"], string>[number];

function olderPart(part: PromptPart, version: "v2" | "v3"): object[] {
  if (part.type === "custom" || part.type === "reasoning-file") return [];
  if (part.type === "file") return [{ ...part, data: base64Of(part) }];
  return part.type === "tool-result" ? [{ ...part, output: olderOutput(part, version) }] : [part];
}

function olderOutput({ output }: LanguageModelV4ToolResultPart, version: "v2" | "v3"): object {
  if (output.type !== "content") return output;
  return { ...output, value: output.value.flatMap((piece) => olderPiece(piece, version)) };
}

type Piece = Extract<LanguageModelV4ToolResultOutput, { type: "content" }>["value"][number];

function olderPiece(piece: Piece, version: "v2" | "v3"): object[] {
  if (piece.type === "text") return [piece];
  if (piece.type !== "file") return [];
  const isImage = piece.mediaType.startsWith("image/");
  const type = version === "v2" ? "media" : isImage ? "image-data" : "file-data";
  return [{ ...piece, type, data: base64Of(piece) }];
}

/** The data of a part of ours, which always is base64. */
function base64Of({ data }: Pick<LanguageModelV4FilePart, "data">): string {
  return data.type === "data" && typeof data.data === "string" ? data.data : "";
}
