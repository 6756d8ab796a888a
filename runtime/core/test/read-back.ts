import fc from "fast-check";
import {
  type Conversation,
  type OutputCache,
  ToolRegistry,
  ToolRunner,
  toolOutputCache,
  toolOutputCacheGrep,
} from "../src/index.ts";

/** How a model reads a kept output: through the two tools alone. */
export function cacheReader(cache: OutputCache, conversation: Conversation) {
  const registry = new ToolRegistry([toolOutputCache(cache), toolOutputCacheGrep(cache)]);
  const runner = new ToolRunner({ registry, conversation, outputCache: cache, redundancy: "off", loopGuard: false });
  const call = async (name: string, input: object): Promise<string> => {
    const { message } = await runner.exec({ name, arguments: JSON.stringify(input) });
    return String(message.content);
  };
  return {
    read: (input: object) => call("tool_output_cache", input),
    grep: (input: object) => call("tool_output_cache_grep", input),
    /** Every line, read piece by piece. */
    async lines(id: string, charLimit?: number): Promise<string[]> {
      const lines: string[] = [];
      for (;;) {
        const line = await lineOf(lines.length, { id, charLimit, call });
        if (line === undefined) return lines;
        lines.push(line);
      }
    },
  };
}

interface Reading {
  readonly id: string;
  readonly charLimit: number | undefined;
  readonly call: (name: string, input: object) => Promise<string>;
}

async function lineOf(offset: number, { id, charLimit, call }: Reading): Promise<string | undefined> {
  let line = "";
  for (let from = 0; ; ) {
    const limit = charLimit === undefined ? {} : { char_limit: charLimit };
    const text = await call("tool_output_cache", { ref_id: id, offset, char_offset: from, ...limit });
    if (/^\[offset \d+ is past the end/.test(text)) return undefined;
    const more = /\n\[line \d+ has \d+ characters: go on with char_offset (\d+)\]$/.exec(text);
    const shown = more === null ? text : text.slice(0, more.index);
    line += shown.slice(shown.indexOf("\t") + 1);
    if (more === null) return line;
    if (Number(more[1]) <= from) throw new Error("reading does not get on");
    from = Number(more[1]);
  }
}

/** Texts of a few lines, some of them long, with characters of every length. */
export const keptTexts: fc.Arbitrary<readonly string[]> = fc.array(
  fc.oneof(
    fc.string({ unit: fc.constantFrom("a", " ", "é", "👩‍👩‍👧", "🇩🇪", "e\u0301", "\r", "\t", "[", "]"), maxLength: 30 }),
    fc
      .record({ unit: fc.constantFrom("x", "é", "😀", "👩‍👩‍👧", "\u0301"), times: fc.nat(40_000) })
      .map(({ unit, times }) => unit.repeat(times)),
  ),
  { minLength: 1, maxLength: 4 },
);
