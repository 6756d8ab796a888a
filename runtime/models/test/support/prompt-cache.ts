import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";

/** One block of a request, as Anthropic counts them: a tool, a text, a call, a result. */
interface Block {
  readonly text: string;
  readonly isMarked: boolean;
}

/**
 * How far Anthropic looks back from a mark for what it has stored
 * (https://platform.claude.com/docs/en/build-with-claude/prompt-caching).
 */
const LOOK_BACK = 20;

/**
 * Anthropic's prompt cache: it stores what stands before a mark, and finds it again from a mark that is no more than 20
 * blocks away.
 */
export class PromptCache {
  readonly #stored = new Set<string>();
  /** The marks of each request. */
  readonly marks: number[] = [];
  /** Characters. */
  cached = 0;
  total = 0;

  ask(blocks: readonly Block[]): void {
    const prefix = (end: number) =>
      blocks
        .slice(0, end)
        .map(({ text }) => text)
        .join("\n");
    const marks = blocks.flatMap(({ isMarked }, place) => (isMarked ? [place + 1] : []));
    const places = marks.flatMap((end) => Array.from({ length: Math.min(LOOK_BACK, end) }, (_, back) => end - back));
    const found = places.map(prefix).filter((text) => this.#stored.has(text));
    this.marks.push(marks.length);
    this.cached += Math.max(0, ...found.map(({ length }) => length));
    this.total += prefix(blocks.length).length;
    for (const end of marks) this.#stored.add(prefix(end));
  }
}

/** The blocks of a request in Anthropic's own form. */
export function blocksOfMessages(body: JsonObject): Block[] {
  return [...list(body.tools), ...list(body.system), ...list(body.messages).flatMap(partsOf)].map(blockOf);
}

/** The blocks that a gateway makes of a request for a chat completion. */
export function blocksOfChat(body: JsonObject): Block[] {
  const messages = list(body.messages).flatMap((message) => {
    if (!isJsonObject(message) || message.role === "tool") return [message];
    return [...partsOf(message), ...list(message.tool_calls)];
  });
  return [...list(body.tools), ...messages].map(blockOf);
}

/** The blocks of a request for a response. */
export function blocksOfInput(body: JsonObject): Block[] {
  return [...list(body.tools), ...list(body.input)].map(blockOf);
}

function partsOf(message: Json): readonly Json[] {
  if (!isJsonObject(message) || message.content === null) return [];
  return Array.isArray(message.content) ? message.content : [{ text: message.content ?? "" }];
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function blockOf(value: Json): Block {
  const text = JSON.stringify(value, (key, field: unknown) => (key === "cache_control" ? undefined : field));
  return { text, isMarked: text !== JSON.stringify(value) };
}
