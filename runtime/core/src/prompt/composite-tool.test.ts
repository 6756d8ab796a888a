import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { runnerOf } from "../../test/making.ts";
import { wait } from "../../test/support.ts";
import { type SubTool, tool } from "../faces/sub-tool.ts";
import { defineTool, type Tool } from "../index.ts";
import { composeTools } from "./composite-tool.ts";

const numbers = z.object({ n: z.number() });
const echo = tool("echo", "Echoes n.", numbers, ({ n }) => ({ n }));

async function run(parts: readonly (SubTool | Tool)[], calls: unknown, signal?: AbortSignal) {
  const { runner, events, log } = runnerOf([composeTools("batch", "A batch.", parts)]);
  const settled = await runner.exec({ id: "c1", name: "batch", arguments: JSON.stringify({ calls }) }, { signal });
  const { output } = settled.result;
  return {
    settled,
    events,
    log,
    results: output.type === "json" ? Reflect.get(Object(output.value), "results") : output,
  };
}

describe("composeTools", () => {
  it.each([["pay"], ["inner"]])("uses up no time while a person is asked about %s inside", async (name) => {
    const pay = tool("pay", "", numbers, () => "paid", { requiresConfirmation: true });
    const inner = composeTools("inner", "", [pay], { timeoutMs: 1_000 });
    const outer = composeTools("outer", "", [pay, inner], { timeoutMs: 1_000 });
    const approve = async ({ approvalId }: { approvalId: string }) => {
      await wait(1_500);
      return { approvalId, approve: true } as const;
    };
    const { runner } = runnerOf([outer]);
    const paying = { name: "pay", args: { n: 1 } };
    const calls = name === "pay" ? [paying] : [{ name, args: { calls: [paying] } }];
    const { result } = await runner.exec({ name: "outer", arguments: { calls } }, { approver: { approve } });
    expect(JSON.stringify(result)).toContain("paid");
  });

  it("ends at its deadline again once a person has answered", async () => {
    const slow = tool("slow", "", numbers, () => wait(5_000), { requiresConfirmation: true });
    const outer = composeTools("outer", "", [slow], { timeoutMs: 100 });
    const approve = async ({ approvalId }: { approvalId: string }) => ({ approvalId, approve: true }) as const;
    const { runner } = runnerOf([outer]);
    const calls = [{ name: "slow", args: { n: 1 } }];
    const { result } = await runner.exec({ name: "outer", arguments: { calls } }, { approver: { approve } });
    expect(result.error?.message).toBe("stopped before every call was made.");
  });

  it.each(["arguments", "input", "parameters"])("takes the arguments of a sub-call under %s, too", async (key) => {
    const { runner } = runnerOf([
      composeTools("outer", "", [tool("show", "", z.object({ n: z.number().optional() }), ({ n }) => n)]),
    ]);
    const entry = (call: object) => ({ name: "outer", arguments: { calls: [{ id: "1", name: "show", ...call }] } });
    const { result } = await runner.exec(entry({ [key]: { n: 5 } }));
    expect(result.output).toEqual({ type: "json", value: { results: [{ name: "show", result: 5 }] } });
  });

  it.each([{ n: 5 }, { arguments: { n: 5 }, input: { n: 6 } }])(
    "does not run a sub-call without the arguments that stand in a wrong place: %j",
    async (call) => {
      const ran: unknown[] = [];
      const show = tool("show", "", z.object({ n: z.number().optional() }), ({ n }) => ran.push(n));
      const { runner } = runnerOf([composeTools("outer", "", [show])]);
      const { result } = await runner.exec({ name: "outer", arguments: { calls: [{ name: "show", ...call }] } });
      expect(JSON.stringify(result.output)).toMatch(/"\/(n|arguments): unknown key; arguments stand under/);
      expect(ran).toEqual([]);
    },
  );

  it("runs a sub-call whose arguments are there, whatever else a model writes beside them", async () => {
    const { runner } = runnerOf([
      composeTools("outer", "", [tool("show", "", z.object({ n: z.number() }), ({ n }) => n)]),
    ]);
    const calls = [{ name: "show", args: { n: 5 }, id: "1", why: "to see" }];
    const { result } = await runner.exec({ name: "outer", arguments: { calls } });
    expect(result.output).toEqual({ type: "json", value: { results: [{ name: "show", result: 5 }] } });
  });

  it("runs every sub-call through the runner, with an id and a place in the journal of its own", async () => {
    const { events } = await run(
      [echo],
      [
        { name: "echo", args: { n: 1 } },
        { name: "echo", args: { n: 2 } },
      ],
    );
    expect(events.map(({ type, id, parentId }) => [type, id, parentId])).toEqual([
      ["tool_call_start", "c1", undefined],
      ["tool_call_start", "c1/0", "c1"],
      ["tool_call_end", "c1/0", "c1"],
      ["tool_call_start", "c1/1", "c1"],
      ["tool_call_end", "c1/1", "c1"],
      ["tool_call_end", "c1", undefined],
    ]);
  });

  it("needs no allowlist of its own: every entry has passed the one of its tool", async () => {
    const listed = tool("listed", "", numbers, ({ n }) => ({ n, hidden: 1 }), { allowlist: ["n"] });
    const { runner } = runnerOf([composeTools("batch", "", [listed, echo])], { redaction: "required" });
    const calls = [listed, echo].map(({ name }) => ({ name, args: { n: 1 } }));
    const { result } = await runner.exec({ name: "batch", arguments: { calls } });
    expect(result.output).toMatchObject({
      value: {
        results: [
          { name: "listed", result: { n: 1 } },
          { name: "echo", result: { error: expect.stringContaining("may not be shown") } },
        ],
      },
    });
  });

  it("has hooks around the whole batch, which read its results", async () => {
    const heard: unknown[] = [];
    const batch = (answer: unknown) =>
      composeTools("batch", "", [echo], {
        onSuccess: (input, output) => {
          heard.push([input, output]);
          return answer;
        },
      });
    const input = { calls: [{ name: "echo", args: { n: 1 } }] };
    const results = [{ name: "echo", result: { n: 1 } }];
    for (const [answer, output] of [
      [undefined, { results }],
      [{ own: 1 }, { own: 1 }],
    ]) {
      const { result } = await runnerOf([batch(answer)]).runner.exec({ name: "batch", arguments: input });
      expect(result.output).toEqual({ type: "json", value: output });
    }
    expect(heard).toEqual([
      [input, { results }],
      [input, { results }],
    ]);
  });

  it("takes no calls as well", async () => {
    expect((await run([echo], [])).results).toEqual([]);
  });

  it("lets each sub-tool judge its own arguments: one bad entry does not refuse the others", async () => {
    const execute = vi.fn(({ n }: { n: number }) => ({ n }));
    const { results } = await run(
      [tool("echo", "", numbers, execute)],
      [
        { name: "echo", args: { n: "x" } },
        { name: "echo", args: { n: 1, extra: true } },
        { name: "echo" },
        { name: "echo", args: [1] },
        { name: "echo", args: '{"n":4}' },
        { name: "echo", args: { n: "5" } },
      ],
    );
    expect(results).toEqual([
      { name: "echo", result: { error: expect.stringContaining("/n: expected number, got string.") } },
      { name: "echo", result: { error: expect.stringContaining("extra") } },
      { name: "echo", result: { error: expect.stringContaining("/n") } },
      { name: "echo", result: { error: expect.any(String) } },
      { name: "echo", result: { n: 4 } },
      { name: "echo", result: { n: 5 } },
    ]);
    expect(execute).toHaveBeenCalledTimes(2);
  });

  it("never calls a repeated sub-call redundant", async () => {
    const read = defineTool({ name: "read", description: "", input: {}, effects: "read", execute: () => "same" });
    const call = { name: "read", args: {} };
    expect((await run([read], [call, call, call])).results).toEqual(
      Array.from({ length: 3 }, () => ({ name: "read", result: "same" })),
    );
  });

  it("lets later calls see what earlier ones did", async () => {
    let sum = 0;
    const add = tool("add", "", numbers, async ({ n }) => {
      await wait(n);
      return { sum: (sum += n) };
    });
    const calls = [3, 1, 2].map((n) => ({ name: "add", args: { n } }));
    expect((await run([add], calls)).results).toEqual([3, 4, 6].map((sum) => ({ name: "add", result: { sum } })));
  });

  it("holds composites inside composites", async () => {
    const inner = composeTools("inner", "", [echo]);
    const calls = [{ name: "inner", args: { calls: [{ name: "echo", args: { n: 1 } }, { name: "nope" }] } }];
    expect((await run([inner], calls)).results).toEqual([
      {
        name: "inner",
        result: {
          results: [
            { name: "echo", result: { n: 1 } },
            { name: "nope", result: { error: "Unknown sub-tool: nope" } },
          ],
        },
      },
    ]);
  });

  it("keeps its sub-tools to itself: they are no tools of their own, and come before registered ones", async () => {
    const registered = defineTool({ name: "echo", description: "", input: {}, execute: () => "registered" });
    const { runner } = runnerOf([composeTools("batch", "", [echo]), registered]);
    const asked = JSON.stringify({ calls: [{ name: "echo", args: { n: 1 } }] });
    const { result } = await runner.exec({ name: "batch", arguments: asked });
    expect(result.output).toEqual({ type: "json", value: { results: [{ name: "echo", result: { n: 1 } }] } });
    const alone = runnerOf([composeTools("batch", "", [echo])]).runner;
    expect((await alone.exec({ name: "echo", arguments: {} })).result.error?.code).toBe("unknown_tool");
  });

  it("stops before the next sub-call when it is aborted, and still says how far it got", async () => {
    const controller = new AbortController();
    const stop = tool("stop", "", numbers, ({ n }) => {
      if (n === 2) controller.abort();
      return { n };
    });
    const calls = [1, 2, 3, 4].map((n) => ({ name: "stop", args: { n } }));
    const { settled, results, events } = await run([stop], calls, controller.signal);
    expect(settled.result).toMatchObject({ isError: true, error: { reason: "ABORTED" } });
    expect(results).toEqual([
      { name: "stop", result: { n: 1 } },
      { name: "stop", result: { error: "Aborted before it ended: it may have run." } },
      ...Array.from({ length: 2 }, () => ({ name: "stop", result: { error: "Aborted" } })),
    ]);
    const ends = events.filter(({ type }) => type === "tool_call_end");
    expect(ends.map(({ id }) => id)).toEqual(["c1/0", "c1/1", "c1"]);
  });

  it("outlasts the deadline of a single call: every sub-call has its own", async () => {
    const slow = tool("slow", "", numbers, ({ n }) => wait(n).then(() => "done"), { timeoutMs: 40 });
    const calls = [10, 500, 10].map((n) => ({ name: "slow", args: { n } }));
    expect((await run([slow], calls)).results).toEqual([
      { name: "slow", result: "done" },
      { name: "slow", result: { error: expect.stringContaining("timed out after 40 ms") } },
      { name: "slow", result: "done" },
    ]);
  });

  it("ends the run when a sub-tool does", async () => {
    const done = tool("done", "", numbers, () => ({
      output: { type: "text" as const, text: "bye" },
      silent: false,
      isError: false,
      async: false,
      endsRun: true as const,
    }));
    const { settled } = await run([done], [{ name: "done", args: { n: 1 } }]);
    expect(settled.result.endsRun).toBe(true);
  });

  it("takes options around the whole batch", async () => {
    const onSuccess = vi.fn((_input: unknown, output: unknown) => ({ wrapped: output }));
    const { runner } = runnerOf([composeTools("batch", "", [echo], { onSuccess })]);
    const { result } = await runner.exec({ name: "batch", arguments: '{"calls":[]}' });
    expect(onSuccess).toHaveBeenCalledTimes(1);
    expect(result.output).toMatchObject({ type: "json", value: { wrapped: {} } });
  });

  it.each([
    [[], 'Composite tool "batch" has no sub-tools.'],
    [[echo, echo], 'Composite tool "batch" has two sub-tools named "echo".'],
    [[{ ...echo, name: "" }], 'Tool name "" is not usable'],
  ])("refuses parts that cannot be used", (parts, message) => {
    expect(() => composeTools("batch", "", parts)).toThrow(TypeError);
    expect(() => composeTools("batch", "", parts)).toThrow(message);
  });
});
