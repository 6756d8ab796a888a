import type {
  JSONValue,
  LanguageModelV4CustomPart,
  LanguageModelV4ReasoningPart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import type { AssistantMessage, Json, LlmToolCall } from "@toolwright/core";
import { objectIn } from "@toolwright/core/internal";
import type { SentPrograms } from "./sent-programs.ts";
import { textsOf } from "./texts-of.ts";

/** One part of an answer in its order, with what its provider wants back on it. */
export type AnswerPart = (
  | { readonly type: "reasoning"; readonly text: string }
  /** UTF-16 units of the message's content. */
  | { readonly type: "text"; readonly length: number }
  /** `isText`: the model wrote no object but a text, which stands in the call as `input`. */
  | { readonly type: "tool-call"; readonly name: string; readonly isText?: true }
  /** Run by the provider itself. */
  | { readonly type: "hosted-call"; readonly id: string; readonly name: string; readonly input: Json }
  | {
      readonly type: "hosted-result";
      readonly id: string;
      readonly name: string;
      readonly result: Json;
      readonly isError?: true;
    }
  | { readonly type: "custom"; readonly kind: `${string}.${string}` }
) & { readonly metadata?: SharedV4ProviderMetadata };

/** What a part of a stream says for its provider, as the part of the answer keeps it. */
export function metadataOf({ providerMetadata }: { readonly providerMetadata?: SharedV4ProviderMetadata }) {
  return providerMetadata === undefined ? {} : { metadata: providerMetadata };
}

/** The machine that an answer of Anthropic's has run in: the next request may go on in it until it expires. */
export interface Container {
  readonly id: string;
  /** In ISO 8601. */
  readonly expiresAt: string;
}

interface SdkState {
  readonly aiSdk: string;
  readonly parts: readonly AnswerPart[];
  readonly container?: Container;
}

/** What has to be kept beside a message: for which model, and its reasoning and metadata in order. */
export function toProviderState(model: string, parts: readonly AnswerPart[], container?: Container): Json | undefined {
  if (!parts.some(isNeeded) && container === undefined) return undefined;
  const kept: SdkState = { aiSdk: model, parts, ...(container && { container }) };
  const state: Json = JSON.parse(JSON.stringify(kept));
  return state;
}

/** A text and a call stand in the message itself, if that is all. */
function isNeeded(part: AnswerPart): boolean {
  if (part.metadata !== undefined) return true;
  return part.type === "tool-call" ? part.isText === true : part.type !== "text";
}

type ReplayPart =
  | LanguageModelV4TextPart
  | LanguageModelV4ReasoningPart
  | LanguageModelV4ToolCallPart
  | LanguageModelV4ToolResultPart
  | LanguageModelV4CustomPart;

/** What is kept of a message by this model. */
export function ownState({ providerState }: AssistantMessage, model: string): SdkState | undefined {
  return isState(providerState) && providerState.aiSdk === model ? providerState : undefined;
}

export interface Replaying {
  readonly model: string;
  /** What becomes of the parts of programs. */
  readonly programs: Pick<SentPrograms, "partOf">;
}

/** A message's content as it goes back. Text and calls are the message's own; the state adds what people do not see. */
export function replayContent(message: AssistantMessage, { model, programs }: Replaying): ReplayPart[] {
  const parts = (ownState(message, model)?.parts ?? []).flatMap((part) => programs.partOf(part) ?? []);
  const calls = [...(message.tool_calls ?? [])];
  const texts = textsOf(parts, message.content ?? "");
  const replayed = parts.flatMap((part): ReplayPart[] => {
    if (part.type === "text") return said(texts.shift() ?? "", part);
    if (part.type === "tool-call") return calls[0]?.function.name === part.name ? nextCall(calls, part) : [];
    return [{ ...hiddenPart(part), ...optionsOf(part) }];
  });
  return [...replayed, ...texts.flatMap((text) => said(text)), ...calls.map((call) => toCallPart(call))];
}

function said(text: string, part?: AnswerPart): ReplayPart[] {
  return text === "" ? [] : [{ type: "text", text, ...(part && optionsOf(part)) }];
}

/** What the message itself does not hold. */
function hiddenPart(part: Exclude<AnswerPart, { type: "text" | "tool-call" }>): ReplayPart {
  if (part.type === "reasoning") return { type: "reasoning", text: part.text };
  if (part.type === "custom") return { type: "custom", kind: part.kind };
  const about = { toolCallId: part.id, toolName: part.name };
  if (part.type === "hosted-call") return { type: "tool-call", ...about, input: part.input, providerExecuted: true };
  return { type: "tool-result", ...about, output: outputOf(part.result, part.isError === true) };
}

function outputOf(result: Json, isError: boolean): LanguageModelV4ToolResultPart["output"] {
  const value: JSONValue = JSON.parse(JSON.stringify(result));
  return { type: isError ? "error-json" : "json", value };
}

function nextCall(calls: LlmToolCall[], part: Extract<AnswerPart, { type: "tool-call" }>): ReplayPart[] {
  const call = calls.shift();
  if (call === undefined) return [];
  const whole = toCallPart(call);
  const input = part.isText === true ? Object(whole.input).input : whole.input;
  return [{ ...whole, input, ...optionsOf(part) }];
}

function toCallPart({ id, function: { name, arguments: text } }: LlmToolCall): LanguageModelV4ToolCallPart {
  // A caller's own history may hold what no model could finish writing.
  return { type: "tool-call", toolCallId: id, toolName: name, input: objectIn(text) ?? {} };
}

function optionsOf({ metadata }: AnswerPart): { readonly providerOptions?: SharedV4ProviderMetadata } {
  return metadata === undefined ? {} : { providerOptions: metadata };
}

/** Only this module writes states with this mark; they pass through a journal unchanged. */
function isState(state: unknown): state is SdkState {
  return (
    typeof state === "object" && state !== null && "aiSdk" in state && "parts" in state && Array.isArray(state.parts)
  );
}
