import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { call, offered, play, resultsIn } from "../../test/prompting.ts";

const none = z.object({});

describe("defTool: passes and reconciliation", () => {
  it("a tool that every pass defines stays, and runs once per call", async () => {
    const execute = vi.fn(() => ({ ok: true }));
    const { model, log } = await play([call("keep"), call("keep")], ({ defTool, $ }) => {
      defTool("keep", "", none, execute);
      $`go`;
    });
    expect(execute).toHaveBeenCalledTimes(2);
    expect([0, 1, 2].map((request) => offered(model, request))).toEqual([["keep"], ["keep"], ["keep"]]);
    expect(model.requests.map(({ tools }) => JSON.stringify(tools))).toEqual(
      Array.from({ length: 3 }, () => JSON.stringify(model.requests[0]?.tools)),
    );
    expect(log.lines.join()).not.toContain("defined twice");
  });

  it("a tool that a pass leaves out is gone, and a call to it is refused with the tools there are", async () => {
    const advanced = vi.fn(() => "ran");
    const { model, steps } = await play([call("leave"), call("advanced")], ({ defTool, defState, $ }) => {
      const [mode, setMode] = defState("mode", "advanced");
      if (mode === "advanced") defTool("advanced", "", none, advanced);
      defTool("leave", "", none, () => {
        setMode("simple");
        return "left";
      });
      $`go`;
    });
    expect([offered(model, 0), offered(model, 1)]).toEqual([["advanced", "leave"], ["leave"]]);
    expect(advanced).not.toHaveBeenCalled();
    expect(resultsIn(steps[2])[1]).toEqual({
      error: 'The tool "advanced" is not available in this step. Available tools: leave.',
    });
  });

  it("the implementation of the newest pass runs", async () => {
    const { steps } = await play([call("work"), call("work")], ({ defTool, defState, $ }) => {
      const [version, setVersion] = defState("version", 1);
      defTool("work", "", none, () => {
        setVersion((before) => before + 1);
        return { version };
      });
      $`go`;
    });
    expect(resultsIn(steps[2])).toEqual([{ version: 1 }, { version: 2 }]);
  });
});
