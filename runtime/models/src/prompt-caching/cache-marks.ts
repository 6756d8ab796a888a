import type { CompletionStreamParams, Message } from "@toolwright/core";

/** A model, and whether its requests are marked. */
export interface MarkedModel {
  /** As the provider names it. */
  readonly model: string;
  /** Undefined: where the name says that it is a model of Anthropic. */
  readonly promptCaching: boolean | undefined;
}

/**
 * The places of messages behind which Anthropic is to cache a request; undefined where it is not to be marked. With the
 * mark behind the tools there are at most four, which is as many as it takes, and each stands where the request before
 * had one or ends: it looks back for what it knows from a mark by 20 blocks only, and one step may hold more
 * (https://platform.claude.com/docs/en/build-with-claude/prompt-caching). Nothing is marked without tools: a title, or
 * one answer, is asked for once, and to write to the cache costs more than to read.
 */
export function cacheMarks(
  { messages, tools = [] }: CompletionStreamParams,
  { model, promptCaching = isAnthropics(model) }: MarkedModel,
): ReadonlySet<number> | undefined {
  if (!promptCaching || tools.length === 0) return undefined;
  const said = messages.findLastIndex(({ role }) => role === "assistant");
  const places = [endOfInstructions(messages), lastHeard(messages.slice(0, Math.max(said, 0))), lastHeard(messages)];
  return new Set(places.filter((place) => place >= 0));
}

/** OpenAI itself, and an Ollama at its usual port: whatever a model is called there, it is none of Anthropic. */
const WITHOUT_ANTHROPIC = /^https:\/\/api\.openai\.com(?:\/|$)|^https?:\/\/[^/]*:11434(?:\/|$)/;

/** A model behind a server of this address. */
export function markedAt(
  baseUrl: string,
  { model, promptCaching }: { readonly model: string; readonly promptCaching?: boolean },
): MarkedModel {
  return { model, promptCaching: promptCaching ?? (WITHOUT_ANTHROPIC.test(baseUrl) ? false : undefined) };
}

/** By the names that Anthropic, Bedrock, Vertex, OpenRouter and LiteLLM give to its models. */
const ANTHROPICS = /(?:^|[/.:~])(?:claude|anthropic)(?![a-z])/i;

function isAnthropics(model: string): boolean {
  return ANTHROPICS.test(model);
}

/** A part without a text cannot be marked. */
function hasContent({ content }: Message): boolean {
  return typeof content === "string"
    ? content !== ""
    : content.some((part) => part.type !== "text" || part.text !== "");
}

function endOfInstructions(messages: readonly Message[]): number {
  const end = messages.findIndex(({ role }) => role !== "system");
  return messages.slice(0, end < 0 ? messages.length : end).findLastIndex(hasContent);
}

function lastHeard(messages: readonly Message[]): number {
  return messages.findLastIndex((message) => {
    return message.role === "tool" || (message.role === "user" && hasContent(message));
  });
}
