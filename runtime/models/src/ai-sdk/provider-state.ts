import type {
  LanguageModelV4ReasoningPart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import type { AssistantMessage, Json, LlmToolCall } from "@toolwright/core";
import { objectIn } from "@toolwright/core/internal";

/** One part of an answer in its order, with what its provider wants back on it. */
export type AnswerPart = (
  | { readonly type: "reasoning"; readonly text: string }
  | { readonly type: "text" }
  | { readonly type: "tool-call"; readonly name: string }
) & { readonly metadata?: SharedV4ProviderMetadata };

interface SdkState {
  readonly aiSdk: string;
  readonly parts: readonly AnswerPart[];
}

/** What has to be kept beside a message: for which model, and its reasoning and metadata in order. */
export function toProviderState(model: string, parts: readonly AnswerPart[]): Json | undefined {
  const isNeeded = parts.some((part) => part.type === "reasoning" || part.metadata !== undefined);
  if (!isNeeded) return undefined;
  const state: Json = JSON.parse(JSON.stringify({ aiSdk: model, parts } satisfies SdkState));
  return state;
}

type ReplayPart = LanguageModelV4TextPart | LanguageModelV4ReasoningPart | LanguageModelV4ToolCallPart;

/** A message's content as it goes back. Text and calls are the message's own; the state adds what people do not see. */
export function replayContent(message: AssistantMessage, model: string): ReplayPart[] {
  const state =
    isState(message.providerState) && message.providerState.aiSdk === model ? message.providerState : undefined;
  const calls = [...(message.tool_calls ?? [])];
  let text = message.content ?? "";
  const replayed = (state?.parts ?? []).flatMap((part): ReplayPart[] => {
    if (part.type === "reasoning") return [{ type: "reasoning", text: part.text, ...optionsOf(part) }];
    if (part.type === "tool-call") return calls[0]?.function.name === part.name ? nextCall(calls, part) : [];
    const own = text;
    text = "";
    return own === "" ? [] : [{ type: "text", text: own, ...optionsOf(part) }];
  });
  const rest = calls.map((call) => toCallPart(call));
  return text === "" ? [...replayed, ...rest] : [...replayed, { type: "text", text }, ...rest];
}

function nextCall(calls: LlmToolCall[], part: AnswerPart): ReplayPart[] {
  const call = calls.shift();
  return call === undefined ? [] : [{ ...toCallPart(call), ...optionsOf(part) }];
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
