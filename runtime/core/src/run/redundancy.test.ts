import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { deferred, runnerOf, toolOf } from "../../test/making.ts";
import { WrittenModel } from "../../test/support.ts";
import { defineTool } from "../faces/define-tool.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import { secret } from "../secrets/secret.ts";
import type { SettledCall } from "./call-states.ts";

const codesOf = (settled: readonly SettledCall[]) => settled.map(({ result }) => result.error?.code);

function worldOf(options: Parameters<typeof runnerOf>[1] = {}) {
  const look = vi.fn(() => "seen");
  const tools = [
    toolOf("look", look, { effects: "read" }),
    toolOf("other", () => "seen", { effects: "read" }),
    toolOf("clock", () => "now", { effects: { kind: "read", volatile: true } }),
    toolOf("write", () => "written", { effects: "write" }),
    toolOf("undeclared", () => "done"),
  ];
  const { runner } = runnerOf(tools, options);
  const run = async (...names: string[]) => {
    const settled = [];
    for (const name of names) settled.push(await runner.exec({ name, arguments: { n: 1 } }, { runId: "r" }));
    return settled;
  };
  return { runner, run, look };
}

describe("redundancy", () => {
  it("refuses an identical read in the same run and brings its result", async () => {
    const { run, look } = worldOf();
    const [, second] = await run("look", "look");
    expect(look).toHaveBeenCalledTimes(1);
    expect(second?.result.error?.code).toBe("redundant_call");
    expect(second?.message.content).toBe(
      "Error [redundant_call]: The same call was made before in this run, and nothing has changed since. " +
        "Its result was:\nseen",
    );
  });

  it("brings the beginning of a long result, as the model was shown it", async () => {
    const long = toolOf("long", () => `a-registered-word ${"x".repeat(3_000)}`, { effects: "read" });
    const { runner, log } = runnerOf([long], { secrets: [secret("KEY", "a-registered-word")] });
    const exec = async (id: string) =>
      String((await runner.exec({ id, name: "long", arguments: {} }, { runId: "r" })).message.content);
    const first = await exec("a");
    const again = await exec("b");
    expect(again).toBe(
      "Error [redundant_call]: The same call was made before in this run, and nothing has changed since. " +
        `Its result was:\n${first.slice(0, 1_000)}…`,
    );
    expect(again).not.toContain("a-registered-word");
    expect(log.lines.join()).not.toContain("xxx");
  });

  it("brings no result of a read that goes on in the background", async () => {
    const slow = toolOf("slow", (_, ctx) => ctx.background(() => "late"), { effects: "read" });
    const { runner } = runnerOf([slow]);
    const exec = async () => (await runner.exec({ name: "slow", arguments: {} }, { runId: "r" })).message.content;
    await exec();
    expect(await exec()).toMatch(/ Use the result of the first\.$/);
  });

  it("keeps the last 50 results, and says of older ones to look for them", async () => {
    const { runner } = worldOf();
    const exec = (n: number) => runner.exec({ name: "look", arguments: { n } }, { runId: "r" });
    for (let n = 0; n <= 50; n += 1) await exec(n);
    expect((await exec(0)).message.content).toMatch(/ Use the result of the first\.$/);
    expect((await exec(1)).message.content).toMatch(/ Its result was:\nseen$/);
  });

  it("compares arguments as JSON, whatever the order of their keys", async () => {
    const { runner } = worldOf();
    await runner.exec({ name: "look", arguments: '{"a":1,"b":[2]}' }, { runId: "r" });
    const settled = [
      await runner.exec({ name: "look", arguments: { b: [2], a: 1 } }, { runId: "r" }),
      await runner.exec({ name: "look", arguments: { b: [3], a: 1 } }, { runId: "r" }),
    ];
    expect(codesOf(settled)).toEqual(["redundant_call", undefined]);
  });

  it("forgets a read whose end could not be stored, since nobody heard its answer", async () => {
    let isBroken = true;
    const activity = new ActivityStream();
    vi.spyOn(activity, "emit").mockImplementation((type) =>
      isBroken && type === "tool_call_end" ? Promise.reject(new Error("full")) : undefined,
    );
    const { run, look } = worldOf({ activity });
    const first = await run("look");
    isBroken = false;
    expect(codesOf([...first, ...(await run("look"))])).toEqual(["outcome_unknown", undefined]);
    expect(look).toHaveBeenCalledTimes(2);
  });

  it("forgets with every call that is no read", async () => {
    expect(codesOf(await worldOf().run("look", "write", "look"))).toEqual([undefined, undefined, undefined]);
    expect(codesOf(await worldOf().run("look", "undeclared", "look"))).toEqual([undefined, undefined, undefined]);
    expect(codesOf(await worldOf().run("look", "other", "look"))).toEqual([undefined, undefined, "redundant_call"]);
  });

  it("lets volatile reads, writes and undeclared tools repeat", async () => {
    const { run } = worldOf();
    expect(codesOf(await run("clock", "clock", "write", "write", "undeclared", "undeclared"))).toEqual(
      Array(6).fill(undefined),
    );
  });

  it("is off for `redundancy: off`, between runs, and outside of runs", async () => {
    expect(codesOf(await worldOf({ redundancy: "off" }).run("look", "look"))).toEqual([undefined, undefined]);
    const { runner } = worldOf();
    const settled = [
      await runner.exec({ name: "look", arguments: {} }, { runId: "one" }),
      await runner.exec({ name: "look", arguments: {} }, { runId: "two" }),
      await runner.exec({ name: "look", arguments: {} }),
      await runner.exec({ name: "look", arguments: {} }),
    ];
    expect(codesOf(settled)).toEqual(Array(4).fill(undefined));
    await runner.endRun("one");
    const again = await runner.exec({ name: "look", arguments: {} }, { runId: "one" });
    expect(again.result.isError).toBe(false);
  });

  it("refuses the twin of a read that is still running", async () => {
    const gate = deferred<string>();
    const { runner } = runnerOf([toolOf("look", () => gate.promise, { effects: "read" })]);
    const calls = ["a", "b"].map((id) => ({ id, name: "look", arguments: {} }));
    const settling = runner.execAll(calls, { runId: "r" });
    gate.resolve("seen");
    const settled = await settling;
    expect(codesOf(settled)).toEqual([undefined, "redundant_call"]);
    expect(settled[1]?.message.content).toMatch(/ Use the result of the first\.$/);
  });

  it("lets a read be made again that a person let run with other arguments: its answer is not known", async () => {
    const ran: unknown[] = [];
    const look = toolOf("look", (input) => void ran.push(input), { effects: "read" });
    let asked = 0;
    const { runner } = runnerOf([look], {
      policy: { decide: () => ({ verdict: "ask" }) },
      approver: {
        approve: async ({ approvalId }) =>
          asked++ === 0 ? { approvalId, approve: true, arguments: { n: 2 } } : { approvalId, approve: true },
      },
    });
    const calls = [];
    for (const n of [1, 1, 1]) calls.push(await runner.exec({ name: "look", arguments: { n } }, { runId: "r" }));
    expect(codesOf(calls)).toEqual([undefined, undefined, "redundant_call"]);
    expect(ran).toEqual([{ n: 2 }, { n: 1 }]);
  });

  it.each(["failed", "denied", "timed out"])("lets a read that %s be made again", async (how) => {
    let attempts = 0;
    const look = toolOf(
      "look",
      () => {
        attempts += 1;
        if (attempts > 1) return "seen";
        if (how === "failed") throw new Error("not yet");
        return how === "timed out" ? new Promise(() => undefined) : "seen";
      },
      { effects: "read", timeoutMs: 5 },
    );
    let decisions = 0;
    const decide = () => ({ verdict: (decisions += 1) === 1 && how === "denied" ? "deny" : "allow" }) as const;
    const { runner } = runnerOf([look], { policy: { decide } });
    const first = await runner.exec({ name: "look", arguments: {} }, { runId: "r" });
    const second = await runner.exec({ name: "look", arguments: {} }, { runId: "r" });
    expect([first.result.isError, second.result.isError]).toEqual([true, false]);
  });

  it("neither refuses calls inside calls nor is fed by them", async () => {
    const composite = toolOf("composite", async (_, ctx) => {
      const results = [await ctx.call("look", {}), await ctx.call("look", {})];
      return results.map(({ isError }) => isError);
    });
    const { runner } = runnerOf([composite, toolOf("look", () => "seen", { effects: "read" })]);
    const { message } = await runner.exec({ name: "composite", arguments: {} }, { runId: "r" });
    const after = await runner.exec({ name: "look", arguments: {} }, { runId: "r" });
    expect(message.content).toBe("[false,false]");
    expect(after.result.isError).toBe(false);
  });

  it("takes the arguments after repair", async () => {
    const look = defineTool({
      name: "look",
      description: "",
      input: z.object({ n: z.number() }),
      effects: "read",
      execute: () => "seen",
    });
    const { runner } = runnerOf([look]);
    await runner.exec({ name: "look", arguments: { n: 5 } }, { runId: "r" });
    const repaired = await runner.exec({ name: "look", arguments: { n: "5" } }, { runId: "r" });
    expect(repaired.result.error?.code).toBe("redundant_call");
  });

  it("lets a read be made again whose result was trimmed", async () => {
    const look = vi.fn(() => "x".repeat(4_000));
    const tools = [
      toolOf("look", look, { effects: "read" }),
      toolOf("other", () => "x".repeat(4_000), { effects: "read" }),
    ];
    const calls = [{ name: "look" }, { name: "other" }, { name: "look" }];
    const model = new WrittenModel(calls.map((call) => ({ calls: [call] })));
    const { messages } = await runToolLoop({ model, tools, trim: { budgetTokens: 1_500 } }, []);
    expect(look).toHaveBeenCalledTimes(2);
    expect(messages.filter((message) => message.role === "tool" && message.trimmed)).toHaveLength(2);
    const whole = new WrittenModel(calls.map((call) => ({ calls: [call] })));
    await runToolLoop({ model: whole, tools, trim: false }, []);
    expect(look).toHaveBeenCalledTimes(3);
  });
});
