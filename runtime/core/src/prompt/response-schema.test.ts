import { describe, expect, it } from "vitest";
import { z } from "zod";
import { call, play, resultsIn } from "../../test/prompting.ts";
import type { ToolOptions } from "../faces/sub-tool.ts";

const responseSchema = z.object({ n: z.coerce.number() });

async function answer(value: unknown, options: ToolOptions<object, unknown>) {
  const played = await play([call("t")], ({ defTool, $ }) => {
    defTool("t", "", z.object({}), () => value, options);
    $`go`;
  });
  return { ...played, result: resultsIn(played.steps[1])[0] };
}

describe("responseSchema", () => {
  it("gives the parsed value", async () => {
    expect((await answer({ n: "7", extra: 1 }, { responseSchema })).result).toEqual({ n: 7 });
  });

  it("judges what beforeCall and onError give in place of the output", async () => {
    const early = await answer({}, { responseSchema, beforeCall: () => ({ n: "x" }) });
    expect(early.result).toEqual({ error: expect.stringContaining("validation failed for t") });
    const recovered = await answer(Promise.reject(new Error("no")), { responseSchema, onError: () => ({ n: "3" }) });
    expect(recovered.result).toEqual({ n: 3 });
  });

  it("never judges {error}", async () => {
    expect((await answer(Promise.reject(new Error("no")), { responseSchema })).result).toEqual({ error: "no" });
    expect((await answer({}, { responseSchema, beforeCall: () => ({ error: "shut" }) })).result).toEqual({
      error: "shut",
    });
  });

  it("only warns, or is silent, where that is wanted", async () => {
    const warned = await answer({ n: "x" }, { responseSchema, responseValidation: "warn" });
    expect([warned.result, warned.log.lines.filter((line) => line.includes("validation failed for t"))]).toEqual([
      { n: "x" },
      [expect.stringContaining("/n")],
    ]);
    const silent = await answer({ n: "x" }, { responseSchema, responseValidation: "off" });
    expect([silent.result, silent.log.lines.join()]).toEqual([{ n: "x" }, expect.not.stringContaining("validation")]);
  });

  it("is part of the tool", async () => {
    const { prompt } = await answer({ n: 1 }, { responseSchema });
    expect(prompt.getTools()[0]?.spec.output?.jsonSchema).toMatchObject({ properties: { n: { type: "number" } } });
  });
});
