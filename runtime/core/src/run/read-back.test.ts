import { expect, it } from "vitest";
import { calling, counted, crashed } from "../../test/crashing.ts";
import { toolOf } from "../../test/making.ts";
import { defineTool } from "../faces/define-tool.ts";
import { createMemoryOutputCache } from "../result/memory-output-cache.ts";
import type { ToolContext } from "../tool/tool.ts";

const LONG = `${"a line of a long text\n".repeat(20_000)}`;
const VALUE = Array.from({ length: 30_000 }, (_, n) => ({ n, text: "é" }));

const long = (extra: object = {}) =>
  defineTool({
    name: "long",
    description: "long",
    input: { type: "object" },
    effects: "read",
    allowlist: "all",
    execute: () => LONG,
    ...extra,
  });

/** Says what it was given, and then makes a call in another process. */
const program = toolOf(
  "program",
  async (_, ctx: ToolContext) => {
    const { output, error } = await ctx.call("long", {});
    await ctx.call("next", {});
    if (error !== undefined) return error.reason ?? error.code;
    return output.type === "text"
      ? `text ${output.text === LONG}`
      : `json ${JSON.stringify(output) === JSON.stringify({ type: "json", value: VALUE })}`;
  },
  { effects: "external", replays: true },
);

const PARTS = [
  { type: "text", text: LONG },
  { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" },
  { type: "text", text: LONG.toUpperCase() },
  { type: "file", mediaType: "application/pdf", name: "a.pdf", data: "A".repeat(400_000) },
] as const;

it("gives a tool that replays long parts again, which no kept text could say the bounds of", async () => {
  const seen: unknown[] = [];
  const looking = toolOf(
    "program",
    async (_, ctx: ToolContext) => {
      const { output, ref } = await ctx.call("long", {});
      const parts = output.type === "parts" ? output.parts : [];
      seen.push([parts.map((part) => (part.type === "text" ? part.text : part.data)), ref?.files?.[0]?.id]);
      await ctx.call("next", {});
      return "done";
    },
    { effects: "external", replays: true },
  );
  const next = counted("next", { effects: "write" });
  const { texts } = await crashed({
    answers: [calling("program")],
    tools: [looking, long({ execute: () => PARTS }), next.tool],
    after: ["tool_call_end", 1],
    config: { outputCache: createMemoryOutputCache() },
  });
  expect(texts).toEqual(["done"]);
  expect(next.contexts).toHaveLength(2);
  expect(seen[0]).toEqual([PARTS.map((part) => ("text" in part ? part.text : part.data)), expect.any(String)]);
  expect(seen[1]).toEqual(seen[0]);
});

it("says of parts that are too large for the journal how large they may be", async () => {
  const looking = toolOf(
    "program",
    async (_, ctx: ToolContext) => {
      const { error } = await ctx.call("long", {});
      await ctx.call("next", {});
      return error?.message ?? "given";
    },
    { effects: "external", replays: true },
  );
  const image = { type: "image", mediaType: "image/png", data: "A".repeat(7 * 1024 * 1024) } as const;
  const { texts } = await crashed({
    answers: [calling("program")],
    tools: [looking, long({ execute: () => [image] }), counted("next", { effects: "write" }).tool],
    after: ["tool_call_end", 1],
    config: { outputCache: createMemoryOutputCache() },
  });
  expect(texts[0]).toContain("(long) had parts of more than 6 MiB, and is not kept");
});

it.each([
  ["a text", long(), "text true"],
  ["a text without a last line break", long({ execute: () => LONG.trimEnd() }), "text false"],
  ["JSON", long({ execute: () => VALUE, allowlist: "all" }), "json true"],
  ["a text that is formatted for the model", long({ formatOutput: () => LONG.toUpperCase() }), "program_lost"],
])("gives a tool that replays a long result again, from where it is kept: %s", async (_, tool, expected) => {
  const next = counted("next", { effects: "write" });
  const cut = {
    answers: [calling("program")],
    tools: [program, tool, next.tool],
    after: ["tool_call_end", 1],
  } as const;
  const { texts } = await crashed({ ...cut, config: { outputCache: createMemoryOutputCache() } });
  expect(texts[0]).toContain(expected);
  // The run that was not cut off, and the one that was.
  expect(next.contexts).toHaveLength(expected === "program_lost" ? 1 : 2);

  const kept = counted("next", { effects: "write" });
  const lost = await crashed({ ...cut, tools: [program, tool, kept.tool], config: { outputCache: false } });
  expect(lost.texts[0]).toContain("program_lost");
  expect(kept.contexts).toHaveLength(1);
});
