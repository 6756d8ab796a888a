import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { call, offered, play, resultsIn } from "../../test/prompting.ts";
import { tool } from "../faces/sub-tool.ts";

const amount = z.object({ n: z.number() });

describe("defTool: integration scenarios", () => {
  it("callbacks with several steps: each hook once per call", async () => {
    const hooks = { beforeCall: vi.fn(), onSuccess: vi.fn() };
    const { final } = await play([call("t", { n: 1 }), call("t", { n: 2 })], ({ defTool, $ }) => {
      defTool("t", "", amount, ({ n }) => ({ n }), hooks);
      $`go`;
    });
    expect([hooks.beforeCall.mock.calls.length, hooks.onSuccess.mock.calls.length]).toEqual([2, 2]);
    expect(final.iterations).toBe(3);
  });

  it("a composite with state: what one sub-call sets, the next one and the next pass see", async () => {
    const calls = [5, 7].map((n) => ({ name: "deposit", args: { n } }));
    const { steps, model } = await play([call("bank", { calls })], ({ defTool, defState, defData, $, getState }) => {
      const [balance, setBalance] = defState("balance", 0);
      defData("balance", balance);
      defTool("bank", "", [
        tool("deposit", "", amount, ({ n }) => {
          setBalance((before) => before + n);
          return { balance: z.number().parse(getState("balance")) };
        }),
      ]);
      $`go`;
    });
    expect(resultsIn(steps[1])).toEqual([
      {
        results: [
          { name: "deposit", result: { balance: 5 } },
          { name: "deposit", result: { balance: 12 } },
        ],
      },
    ]);
    expect(model.requests[1]?.messages[0]).toEqual({ role: "system", content: "<balance>\n12\n</balance>" });
  });

  it("calls inside calls with state: a tool calls another through its context", async () => {
    const { steps } = await play([call("outer", { n: 3 })], ({ defTool, defState, $ }) => {
      const [, setLog] = defState<number[]>("log", []);
      defTool("inner", "", amount, ({ n }) => {
        setLog((log) => [...log, n]);
        return { squared: n * n };
      });
      defTool("outer", "", amount, async ({ n }, { call: callTool }) => {
        const { output } = await callTool("inner", { n: n + 1 });
        return { inner: output.type === "json" ? output.value : null };
      });
      $`go`;
    });
    expect(resultsIn(steps[1])).toEqual([{ inner: { squared: 16 } }]);
  });
});

describe("dynamic re-registration", () => {
  it("tools come, change and go with the state from step to step", async () => {
    const { model, steps } = await play(
      [call("next"), call("next"), call("work", { n: 1 })],
      ({ defTool, defState, $ }) => {
        const [stage, setStage] = defState("stage", 0);
        if (stage < 2) defTool("next", "", z.object({}), () => setStage((before) => before + 1));
        if (stage > 0) defTool("work", `Stage ${stage}.`, amount, ({ n }) => ({ stage, n }));
        $`go`;
      },
    );
    expect([0, 1, 2, 3].map((request) => offered(model, request))).toEqual([
      ["next"],
      ["next", "work"],
      ["work"],
      ["work"],
    ]);
    expect(model.requests[2]?.tools?.[0]?.function.description).toBe("Stage 2.");
    expect(resultsIn(steps[3]).at(-1)).toEqual({ stage: 2, n: 1 });
  });
});
