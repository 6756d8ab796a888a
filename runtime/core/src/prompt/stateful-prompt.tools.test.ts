import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { call, offered, play, resultsIn } from "../../test/prompting.ts";
import { defineTool } from "../index.ts";

const none = z.object({});

describe("which tools a step has", () => {
  it("a tool that is first defined after the first step appears", async () => {
    const { model, steps } = await play(
      [{ text: "hm", calls: [{ name: "late" }] }, call("late")],
      ({ defTool, defState, defEffect, $ }) => {
        const [isOpen, open] = defState("open", false);
        defEffect(() => open(true), []);
        if (isOpen) defTool("late", "", none, () => "here");
        $`go`;
      },
    );
    expect([offered(model, 0), offered(model, 1)]).toEqual([[], ["late"]]);
    expect(resultsIn(steps[2])).toEqual([expect.stringContaining("[unknown_tool]"), "here"]);
  });

  it("a call to a disabled tool is refused with the names of the active ones, and does not run", async () => {
    const execute = vi.fn(() => "ran");
    const { steps } = await play([call("off"), call("off")], ({ defTool, defEffect, $ }) => {
      const off = defTool("off", "", none, execute);
      defTool("on", "", none, () => "ok");
      defEffect(({ stepNumber }) => {
        if (stepNumber === 1) off.disable();
      });
      $`go`;
    });
    expect(execute).toHaveBeenCalledTimes(1);
    expect(resultsIn(steps[2])[1]).toEqual({
      error: 'The tool "off" is not available in this step. Available tools: on.',
    });
    expect(steps[1]?.activeTools).toEqual(["on"]);
  });

  it("disabling before the run and inside a tool holds for the next model call", async () => {
    const { model } = await play([call("last"), call("last")], ({ defTool, defState, $ }) => {
      const [pass, setPass] = defState("pass", 0);
      const first = defTool("first", "", none, () => "ok");
      const last = defTool("last", "", none, () => {
        if (pass === 1) last.disable();
        return "ok";
      });
      if (pass === 0) first.disable();
      setPass(pass + 1);
      $`go`;
    });
    expect([0, 1, 2].map((request) => offered(model, request))).toEqual([["last"], ["first", "last"], ["first"]]);
  });

  it("the list of an effect is the whole active set, and stronger than disable", async () => {
    const { model } = await play([call("a")], ({ defTool, defEffect, $ }) => {
      const [a] = ["a", "b", "c"].map((name) => defTool(name, "", none, () => "ok"));
      defEffect(({ tools }, modify) => {
        expect(tools.has("a")).toBe(true);
        a?.disable();
        modify(
          "tools",
          tools.filter(({ name }) => name === "a"),
        );
        modify("tools", [{ name: "c" }, { name: "unknown" }]);
      }, []);
      $`go`;
    });
    expect([offered(model, 0), offered(model, 1)]).toEqual([
      ["a", "c"],
      ["a", "b", "c"],
    ]);
  });

  it("the last tool is that of the newest step with calls, in call order, with its arguments and output", async () => {
    const seen: unknown[] = [];
    const answers = [
      call("search", { q: "x" }),
      { calls: [{ name: "search", args: { q: "y" } }, { name: "fail" }] },
      call("nothing"),
    ];
    await play(answers, ({ defTool, defEffect, $ }) => {
      defTool("search", "", z.object({ q: z.string() }), ({ q }) => ({ found: q }));
      defTool("fail", "", none, () => Promise.reject(new Error("no")));
      defTool("nothing", "", none, () => undefined);
      defEffect(({ lastTool }) => void seen.push(lastTool));
      $`go`;
    });
    expect(seen).toEqual([
      null,
      { toolName: "search", args: { q: "x" }, output: { found: "x" } },
      { toolName: "fail", args: {}, output: { error: "no" } },
      { toolName: "nothing", args: {}, output: "" },
    ]);
  });

  it("a definition that goes while its call runs does not stop the call", async () => {
    const { steps } = await play([call("self")], ({ defTool, defState, $ }) => {
      const [isThere, setThere] = defState("there", true);
      if (isThere) {
        defTool("self", "", none, async () => {
          setThere(false);
          await Promise.resolve();
          return "finished";
        });
      }
      $`go`;
    });
    expect([resultsIn(steps[1]), steps[1]?.activeTools]).toEqual([["finished"], []]);
  });

  it("two definitions of one name in a pass warn, keep the place and run the last; a new pass is silent", async () => {
    const { model, steps, log } = await play([call("a")], ({ defTool, $ }) => {
      defTool("a", "first", none, () => 1);
      defTool("b", "", none, () => "b");
      defTool("a", "second", none, () => 2);
      $`go`;
    });
    expect(model.requests[0]?.tools?.map(({ function: { name, description } }) => [name, description])).toEqual([
      ["a", "second"],
      ["b", ""],
    ]);
    expect(resultsIn(steps[1])).toEqual([2]);
    expect(log.lines.filter((line) => line.includes("a is defined twice"))).toHaveLength(2);
  });

  it("takes tools that were made elsewhere", async () => {
    const made = defineTool({ name: "made", description: "", input: none, execute: () => "made" });
    const { steps } = await play([{ calls: [{ name: "made" }, { name: "plain" }] }], ({ addTool, tool, $ }) => {
      expect(addTool(made).value).toBe("<made>");
      addTool(tool("plain", "", none, () => "plain"));
      $`go`;
    });
    expect(resultsIn(steps[1])).toEqual(["made", "plain"]);
  });

  it("a tool without execute is refused at once", async () => {
    const broken = play([], ({ defTool }) => Reflect.apply(defTool, undefined, ["t", "", none]));
    await expect(broken).rejects.toThrow('Tool "t" has no execute function.');
  });
});
