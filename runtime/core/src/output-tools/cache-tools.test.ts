import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cacheReader, keptTexts } from "../../test/read-back.ts";
import { KeptLog } from "../../test/support.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
import { defineTool } from "../index.ts";
import { createMemoryOutputCache } from "../result/memory-output-cache.ts";
import type { OutputCache } from "../result/output-cache.ts";
import { ToolRunner } from "../run/runner.ts";
import { utf8Length } from "../text/utf8-length.ts";
import { toolOutputCache } from "./tool-output-cache.tool.ts";
import { toolOutputCacheGrep } from "./tool-output-cache-grep.tool.ts";

const conversation = { channel: "cli", chatId: "1" };

async function kept(text: string, owner = conversation) {
  const cache = createMemoryOutputCache();
  const { id } = await cache.save(text, owner);
  const registry = new ToolRegistry([toolOutputCache(cache), toolOutputCacheGrep(cache)]);
  const runner = new ToolRunner({ registry, conversation, outputCache: cache, redaction: "required" });
  const call = async (name: string, input: object) => {
    const { message, result } = await runner.exec({ name, arguments: JSON.stringify({ ref_id: id, ...input }) });
    return { text: String(message.content), result };
  };
  return {
    id,
    cache,
    read: async (input: object = {}) => (await call("tool_output_cache", input)).text,
    grep: async (input: object) => (await call("tool_output_cache_grep", input)).text,
    call,
  };
}

const letters = [..."abcdefghij"].join("\n");

describe("tool_output_cache", () => {
  it("prints lines with their numbers", async () => {
    const { read } = await kept("one\r\n\ntwo\n");
    expect(await read()).toBe("     1\tone\n     2\t\n     3\ttwo");
  });

  it("says in the log that it reads another cache than its runner keeps outputs in", async () => {
    const big = defineTool({ name: "big", description: "Give all.", input: {}, execute: () => "x\n".repeat(60_000) });
    const own = createMemoryOutputCache();
    const registry = new ToolRegistry([big, toolOutputCache(own)]);
    const logOf = async (outputCache?: OutputCache) => {
      const logger = new KeptLog();
      const runner = new ToolRunner({ registry, logger, ...(outputCache && { outputCache }) });
      const { result } = await runner.exec({ name: "big", arguments: {} });
      await runner.exec({ name: "tool_output_cache", arguments: { ref_id: result.ref?.id ?? "" } });
      return logger.lines.join("\n");
    };
    expect(await logOf()).toContain("has to be that of the runner or the loop, too: outputCache: cache.");
    expect(await logOf(own)).not.toContain("outputCache");
  });

  it("skips and limits, and says where to go on only when there is more", async () => {
    const { read } = await kept(letters);
    expect(await read({ offset: 2, limit: 2 })).toBe(
      "     3\tc\n     4\td\n[more lines: go on with offset 4 (lines to skip)]",
    );
    expect(await read({ offset: 8, limit: 2 })).toBe("     9\ti\n    10\tj");
    expect(await read({ offset: 10 })).toBe("[offset 10 is past the end: the output has 10 lines]");
  });

  it("clips a long line and counts the rest", async () => {
    const { read } = await kept("x".repeat(5_000));
    expect(await read()).toContain(`     1\t${"x".repeat(1_000)}…[+4000 chars]\n`);
  });

  it("stops at 64 KiB, can be read on to the end, and is neither cut again nor kept again", async () => {
    const { call, cache } = await kept(
      Array.from({ length: 2_000 }, (_, index) => `${index} ${"é".repeat(100)}`).join("\n"),
    );
    const numbers: string[] = [];
    for (let offset = 0, more = true; more; ) {
      const { text, result } = await call("tool_output_cache", { offset });
      expect(utf8Length(text)).toBeLessThanOrEqual(65_536);
      expect(result.ref).toBeUndefined();
      const next = /go on with offset (\d+) \(lines to skip\)\]$/.exec(text)?.[1];
      if (next !== undefined) expect(utf8Length(text)).toBeGreaterThan(64_000);
      numbers.push(...(text.match(/^ *\d+(?=\t)/gm) ?? []));
      offset = Number(next);
      more = next !== undefined;
    }
    expect(numbers.map(Number)).toEqual(Array.from({ length: 2_000 }, (_, index) => index + 1));
    expect(cache.recent(conversation, 10)).toHaveLength(1);
  });

  it("says the same of an unknown ref and of another conversation's, and lists the own ones", async () => {
    const { call, cache, id } = await kept("of another", { channel: "cli", chatId: "2" });
    const none = (await call("tool_output_cache", {})).text;
    expect(none).toBe(
      `Error executing tool: No output is kept under ref_id "${id}". Nothing is kept in this conversation.`,
    );
    const own = [await cache.save("a\nb", conversation), await cache.save("c", conversation)];
    const foreign = (await call("tool_output_cache", {})).text;
    const unknown = (await call("tool_output_cache_grep", { ref_id: "nothing", pattern: "x" })).text;
    const list = `Kept are: ${own[1]?.id} (1 lines, 1 bytes), ${own[0]?.id} (2 lines, 3 bytes).`;
    expect(foreign).toBe(`Error executing tool: No output is kept under ref_id "${id}". ${list}`);
    expect(unknown).toBe(`Error executing tool: No output is kept under ref_id "nothing". ${list}`);
  });
});

describe("tool_output_cache_grep", () => {
  it("finds literal text, unless told otherwise", async () => {
    const { grep } = await kept("a.c\nabc\nA.C");
    expect(await grep({ pattern: "a.c" })).toBe("1:a.c");
    expect(await grep({ pattern: "a.c", regex: true })).toBe("1:a.c\n2:abc");
    expect(await grep({ pattern: "zz" })).toBe("No matches for: zz");
  });

  it("shows what is around, merges windows that touch and sets others apart", async () => {
    const { grep } = await kept(letters);
    expect(await grep({ pattern: "[bdi]", regex: true, before: 1, after: 1 })).toBe(
      "1-a\n2:b\n3-c\n4:d\n5-e\n--\n8-h\n9:i\n10-j",
    );
    expect(await grep({ pattern: "[bc]", regex: true })).toBe("2:b\n3:c");
  });

  it("says truncated only when there is another match", async () => {
    const { grep } = await kept("x\ny\nx\ny\nx\ny");
    expect(await grep({ pattern: "x", max_matches: 3 })).toBe("1:x\n--\n3:x\n--\n5:x");
    expect(await grep({ pattern: "x", max_matches: 2, after: 1 })).toBe(
      "1:x\n2-y\n3:x\n4-y\n[truncated: there are more matches or lines after line 4]",
    );
  });

  it("shows the part of a long line that matches", async () => {
    const { grep } = await kept(`${"x".repeat(50_000)}needle${"y".repeat(50_000)}`);
    const shown = await grep({ pattern: "needle" });
    expect(shown).toMatch(/^1:\[\+49506 chars\]…x{494}needley{500}…\[\+49500 chars\]$/);
  });

  it("stops at 64 KiB", async () => {
    const { grep } = await kept(`${"needle ".repeat(100)}\n`.repeat(500));
    const shown = await grep({ pattern: "needle", max_matches: 1_000 });
    expect(utf8Length(shown)).toBeLessThanOrEqual(65_536);
    expect(shown).toMatch(/\n\[truncated: .* after line \d+\]$/);
  });

  it.each(["(", "a(?=b)", "(a)\\1"])("makes the pattern %s an error", async (pattern) => {
    const { call } = await kept("a");
    const { result, text } = await call("tool_output_cache_grep", { pattern, regex: true });
    expect(result).toMatchObject({ isError: true, error: { reason: "invalid_pattern" } });
    expect(text).toContain("The pattern cannot be used");
  });

  it("is not kept busy by a pattern that backtracks", async () => {
    const { grep } = await kept(`${"a".repeat(5_000)}b\n`.repeat(20));
    expect(await grep({ pattern: "^(a+)+$", regex: true })).toBe("No matches for: ^(a+)+$");
  });
});

describe("a long line", () => {
  const family = "👩‍👩‍👧";

  it("is read on by character, and no character is split", async () => {
    const { read } = await kept(`first\n${family.repeat(3)}\nlast`);
    expect(await read({ offset: 1, char_limit: 10 })).toBe(
      `     2\t${family}\n[line 2 has 24 characters: go on with char_offset 8]`,
    );
    expect(await read({ offset: 1, char_offset: 8, char_limit: 1 })).toContain(`\t${family}\n`);
    expect(await read({ offset: 1, char_offset: 16 })).toBe(`     2\t${family}`);
    expect(await read({ offset: 1, char_offset: 24 })).toBe(
      "[char_offset 24 is past the end: line 2 has 24 characters]",
    );
    expect(await read({ offset: 3, char_offset: 0 })).toBe("[offset 3 is past the end: the output has 3 lines]");
  });

  it("says how to go on where it is clipped", async () => {
    const { read } = await kept(`first\n${"x".repeat(1_000)}y\n${"z".repeat(5_000)}`);
    expect(await read()).toMatch(/\n\[line 2 is clipped: read all of it with offset 1, char_offset 0\]$/);
    expect(await read({ offset: 1, limit: 1 })).toMatch(
      /x…\[\+1 chars\]\n\[line 2 is clipped: read all of it with offset 1, char_offset 0\]\n\[more lines: go on with offset 2 \(lines to skip\)\]$/,
    );
    expect(await read({ offset: 1, char_offset: 0 })).toBe(`     2\t${"x".repeat(1_000)}y`);
    expect(await read({ limit: 1 })).not.toContain("clipped");
  });

  it("is never split inside a character where it is clipped", async () => {
    const { read, grep } = await kept(`xxxx${family.repeat(1_000)}needle${family.repeat(1_000)}`);
    for (const text of [await read(), await grep({ pattern: "needle" })]) {
      const shown = text
        .replace(/^ *1[\t:]|\n\[line 1 is clipped.*$/g, "")
        .replace(/\[\+\d+ chars\]…|…\[\+\d+ chars\]/g, "");
      expect(shown.replaceAll(family, "").replace(/^xxxx|needle/, "")).toBe("");
    }
  });

  it("is searched to its end with an expression, and shows all of the match", async () => {
    const { grep } = await kept(`${"x".repeat(300_000)}<${"ab".repeat(1_500)}>${"y".repeat(10_000)}`);
    expect(await grep({ pattern: "<(ab)+>", regex: true })).toContain(`<${"ab".repeat(1_500)}>`);
    expect(await grep({ pattern: "y$", regex: true })).toMatch(/^1:\[\+\d+ chars\]…y{1000}$/);
  });

  it("shows all of a long literal match", async () => {
    const literal = "z".repeat(900);
    const { grep } = await kept(`${"x".repeat(5_000)}${literal}${"y".repeat(5_000)}`);
    expect(await grep({ pattern: literal })).toContain(literal);
  });

  it("around a match never hides the match", async () => {
    const lines = [...Array.from({ length: 100 }, () => "é".repeat(1_000)), "the needle", "after"];
    const { grep } = await kept(lines.join("\n"));
    const shown = await grep({ pattern: "needle", before: 100, after: 100 });
    expect(shown).toMatch(/^\[\d+ lines before left out\]\n\d+-é/);
    expect(shown).toContain("\n101:the needle\n102-after");
    expect(utf8Length(shown)).toBeLessThanOrEqual(65_536);
  });

  it("lets a call be stopped while it is searched", async () => {
    const { cache, id } = await kept("a".repeat(8_000_000));
    const runner = new ToolRunner({
      registry: new ToolRegistry([toolOutputCacheGrep(cache)]),
      conversation,
      timeoutMs: 60,
    });
    const input = { ref_id: id, pattern: "(a|aa)+b", regex: true };
    const { result } = await runner.exec({ name: "tool_output_cache_grep", arguments: input });
    // A search that lets nothing else run would come to its end before the deadline is noticed.
    expect(result.error?.code).toBe("timeout");
  });
});

describe("what is kept", () => {
  it("can all be read back through the tools, whatever it is", async () => {
    const property = fc.asyncProperty(
      keptTexts,
      fc.option(fc.integer({ min: 5_000, max: 30_000 })),
      async (lines, limit) => {
        const cache = createMemoryOutputCache();
        const { id } = await cache.save(`${lines.join("\n")}\n`, conversation);
        expect(await cacheReader(cache, conversation).lines(id, limit ?? undefined)).toEqual(lines);
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });

  it("is JSON on many lines, unless it is too deep for that", async () => {
    const value = { list: Array.from({ length: 2_000 }, (_, n) => ({ n })), text: "x" };
    let deep: object = { end: Array.from({ length: 3_000 }, () => 1) };
    for (let depth = 0; depth < 90; depth += 1) deep = { deep };
    for (const [output, lines] of [
      [value, JSON.stringify(value, null, 2).split("\n").length],
      [deep, 1],
    ] as const) {
      const cache = createMemoryOutputCache();
      const big = defineTool({ name: "big", description: "", input: { type: "object" }, execute: () => output });
      const runner = new ToolRunner({ registry: new ToolRegistry([big]), conversation, outputCache: cache });
      await runner.exec({ name: "big", arguments: {} });
      expect(cache.recent(conversation, 1)[0]?.lines).toBe(lines);
    }
  });
});
