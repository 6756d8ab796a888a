import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";

/** One block of a request as its provider counts it, and whether the request is to be cached up to its end. */
export interface BilledBlock {
  readonly text: string;
  readonly isMarked: boolean;
}

/** What a provider charges for one request, in tokens. */
export interface BilledInput {
  /** Neither read from the cache nor written to it. */
  readonly fresh: number;
  readonly read: number;
  readonly written: number;
}

/** How a provider caches: what of a request it has read before, and what it stores of it. */
export interface BillingCache {
  bill(blocks: readonly BilledBlock[]): BilledInput;
}

/** Four characters a token, as many models have it. */
export function tokensOf(blocks: readonly BilledBlock[]): number {
  return blocks.reduce((sum, { text }) => sum + Math.ceil(text.length / 4), 0);
}

/** The beginnings of a request that end with each of its blocks. */
function prefixesOf(blocks: readonly BilledBlock[]): string[] {
  let prefix = "";
  return blocks.map(({ text }) => (prefix += `${text}\n`));
}

/**
 * As Anthropic and Bedrock do: from each of at most four marks it looks back 20 blocks for what it has stored, and what
 * comes after that up to the last mark is written
 * (https://platform.claude.com/docs/en/build-with-claude/prompt-caching).
 */
export class MarkedCache implements BillingCache {
  readonly #stored = new Set<string>();

  bill(blocks: readonly BilledBlock[]): BilledInput {
    const prefixes = prefixesOf(blocks);
    const marks = blocks.flatMap(({ isMarked }, place) => (isMarked ? [place] : []));
    if (marks.length > 4) throw new Error(`A request has ${marks.length} marks, and may have four.`);
    const seen = marks.flatMap((mark) => Array.from({ length: LOOK_BACK }, (_, back) => mark - back));
    const found = Math.max(-1, ...seen.filter((place) => place >= 0 && this.#stored.has(prefixes[place] ?? "")));
    const last = Math.max(found, ...marks);
    for (const mark of marks) this.#stored.add(prefixes[mark] ?? "");
    return {
      read: tokensOf(blocks.slice(0, found + 1)),
      written: tokensOf(blocks.slice(found + 1, last + 1)),
      fresh: tokensOf(blocks.slice(last + 1)),
    };
  }
}

const LOOK_BACK = 20;

/** As OpenAI does: by itself, from 1,024 tokens on and in steps of 128; to write costs nothing. Of one conversation. */
export class OwnCache implements BillingCache {
  #last = "";

  bill(blocks: readonly BilledBlock[]): BilledInput {
    const whole = blocks.map(({ text }) => text).join("\n");
    const common = commonLength(this.#last, whole);
    this.#last = whole;
    const total = tokensOf(blocks);
    const known = Math.min(total, Math.floor(common / 4));
    const read = known < 1_024 ? 0 : known - (known % 128);
    return { read, written: 0, fresh: total - read };
  }
}

function commonLength(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at += 1) if (one[at] !== other[at]) return at;
  return end;
}

/** The blocks of a request to Bedrock, in which a mark is a block of its own. */
export function blocksOfConverse(body: JsonObject): BilledBlock[] {
  const { tools } = isJsonObject(body.toolConfig) ? body.toolConfig : {};
  const messages = list(body.messages).flatMap((message) => (isJsonObject(message) ? list(message.content) : []));
  const blocks: BilledBlock[] = [];
  for (const block of [...list(tools), ...list(body.system), ...messages]) {
    const last = blocks.at(-1);
    if (!isJsonObject(block) || !("cachePoint" in block)) blocks.push({ text: JSON.stringify(block), isMarked: false });
    else if (last !== undefined) blocks[blocks.length - 1] = { ...last, isMarked: true };
  }
  return blocks;
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
