import { describe, expect, it } from "vitest";
import { calling, crashed } from "../../test/crashing.ts";
import { look, run } from "../../test/looping.ts";
import { toolOf } from "../../test/making.ts";
import { WrittenModel } from "../../test/support.ts";
import { ToolError } from "../result/tool-error.ts";
import { runToolLoop } from "./tool-loop.ts";

const write = toolOf("write", () => "written", { effects: "write" });
const fails = toolOf("fails", () => Promise.reject(new ToolError("no")), { effects: "write" });
const tools = [look, write, fails];
const calls = (...names: string[]) => [calling(...names), { text: "Done." }];

describe("`changed` in the end of a run", () => {
  it.each([
    [["look"], undefined],
    [["fails"], false],
    [["fails", "look"], false],
    [["fails", "write"], true],
    [["unheard_of"], undefined],
  ] as const)("after calls of %j", async (names, changed) => {
    const { events, changed: told, stopReason } = await run(calls(...names), { tools });
    expect([told, stopReason]).toEqual([changed, "stop"]);
    expect(events.at(-1)).toMatchObject({ type: "done", data: changed === undefined ? {} : { changed } });
    expect("changed" in (events.at(-1)?.data ?? {})).toBe(changed !== undefined);
  });

  it("counts calls that were denied", async () => {
    const policy = { decide: () => ({ verdict: "deny" }) as const };
    expect((await run(calls("write"), { tools, policy })).changed).toBe(false);
  });

  it("counts calls inside calls", async () => {
    const both = toolOf("both", async (_, ctx) => String((await ctx.call("fails", {})).isError), { effects: "read" });
    expect((await run(calls("both"), { tools: [...tools, both] })).changed).toBe(false);
  });

  it("is told to a run that nobody listens to", async () => {
    const model = new WrittenModel(calls("fails"));
    expect((await runToolLoop({ model, tools }, [{ role: "user", content: "go" }])).changed).toBe(false);
  });
});

describe("`changed` in the end of a run that was taken up", () => {
  it("counts what another process had done", async () => {
    const answers = [calling("write"), { text: "lost" }];
    expect((await crashed({ answers, tools, after: ["step_end", 1] })).changed).toBe(true);
    expect((await crashed({ answers: [calling("fails"), {}], tools, after: ["step_end", 1] })).changed).toBe(false);
  });

  it("counts a call that had ended in the step that was cut off", async () => {
    expect((await crashed({ answers: [calling("fails")], tools, after: ["tool_call_end", 1] })).changed).toBe(false);
  });

  it("claims nothing where the outcome of a call is unknown", async () => {
    const answers = [calling("fails"), calling("write")];
    const { changed, texts } = await crashed({ answers, tools, after: ["tool_call_start", 2] });
    expect(texts.at(-1)).toContain("whether it took effect is not known");
    expect(changed).toBeUndefined();
  });

  it("claims nothing where a call inside a call was under way", async () => {
    const outer = toolOf("outer", async (_, ctx) => String((await ctx.call("write", {})).isError), { effects: "read" });
    const { changed } = await crashed({
      answers: [calling("outer")],
      tools: [...tools, outer],
      resumedTools: [...tools, toolOf("outer", () => "nothing", { effects: "read" })],
      after: ["tool_call_start", 2],
    });
    expect(changed).toBeUndefined();
  });
});
