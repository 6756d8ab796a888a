import { checkOptions } from "../options/check-options.ts";
import { aCount } from "../options/option-rules.ts";
import { countLines } from "../text/count-lines.ts";
import { cutToBytes } from "../text/cut-to-bytes.ts";
import { utf8Length } from "../text/utf8-length.ts";
import { conversationKey } from "../tool/conversation.ts";
import type { LocalOutputCache } from "./output-cache.ts";
import type { OutputRef } from "./tool-result.ts";

/** Options of {@link createMemoryOutputCache}. */
export interface MemoryOutputCacheOptions {
  /** UTF-8 bytes of all entries together. Default 64 MiB. */
  readonly maxBytes?: number;
}

interface Entry {
  readonly ref: OutputRef;
  readonly text: string;
  readonly owner: string;
  /** Counts the saves. */
  readonly number: number;
}

/** Counted for every entry besides its text, so that empty texts are bounded too. */
const ENTRY_BYTES = 256;

/**
 * An output cache in memory. Over its limit it forgets the entries that were not used for the longest time; of a text
 * that is over the limit by itself it keeps the beginning, and the ref says how much.
 */
export function createMemoryOutputCache(options: MemoryOutputCacheOptions = {}): LocalOutputCache {
  checkOptions<MemoryOutputCacheOptions>(options, { of: "createMemoryOutputCache", rules: { maxBytes: aCount(0) } });
  const maxBytes = options.maxBytes ?? 64 * 1024 * 1024;
  // A map keeps insertion order: an entry that is used is put in again, so the first one is the oldest.
  const entries = new Map<string, Entry>();
  let total = 0;
  let saves = 0;

  function forgetOldest(): void {
    for (const [id, entry] of entries) {
      if (total <= maxBytes) return;
      entries.delete(id);
      total -= entry.ref.bytes + ENTRY_BYTES;
    }
  }

  return {
    async save(text, owner) {
      const { ref, kept } = newOutputRef(text, maxBytes - ENTRY_BYTES);
      entries.set(ref.id, { ref, text: kept, owner: conversationKey(owner), number: ++saves });
      total += ref.bytes + ENTRY_BYTES;
      forgetOldest();
      return ref;
    },
    lines(id, owner) {
      const entry = entries.get(id);
      if (entry === undefined || entry.owner !== conversationKey(owner)) return undefined;
      entries.delete(id);
      entries.set(id, entry);
      return linesOf(entry.text);
    },
    recent(owner, limit) {
      const key = conversationKey(owner);
      const own = [...entries.values()].filter((entry) => entry.owner === key);
      own.sort((one, other) => other.number - one.number);
      return own.slice(0, Math.max(0, limit)).map((entry) => entry.ref);
    },
  };
}

/** A ref for a text, and as much of its beginning as is kept. */
export function newOutputRef(text: string, maxBytes: number): { readonly ref: OutputRef; readonly kept: string } {
  const whole = utf8Length(text);
  const kept = whole <= maxBytes ? text : cutToBytes(text, Math.max(0, maxBytes));
  const bytes = kept === text ? whole : utf8Length(kept);
  return { ref: { id: randomId(), bytes, lines: countLines(kept) }, kept };
}

/** 12 characters of 32: 60 random bits. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => "abcdefghijkmnpqrstuvwxyz23456789"[byte & 31]).join("");
}

async function* linesOf(text: string): AsyncGenerator<string> {
  let start = 0;
  while (start < text.length) {
    const at = text.indexOf("\n", start);
    const end = at === -1 ? text.length : at;
    yield text.slice(start, end);
    start = end + 1;
  }
}
