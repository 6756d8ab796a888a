import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { call, offered, play, resultsIn } from "../../test/prompting.ts";
import { tool } from "../faces/sub-tool.ts";

const none = z.object({});
const query = z.object({ query: z.string() });

describe("the key insights of the document", () => {
  it("callback short-circuiting: a cached query is not executed again", async () => {
    const cache = new Map<string, unknown>();
    const expensive = vi.fn(({ query: text }: { query: string }) => ({ rows: text.length }));
    const { steps } = await play(
      [call("cachedQuery", { query: "abc" }), call("cachedQuery", { query: "abc" })],
      (prompt) => {
        prompt.defTool("cachedQuery", "Query with cache", query, expensive, {
          beforeCall: async (input) => cache.get(input.query),
          onSuccess: (input, output) => void cache.set(input.query, output),
        });
        prompt.$`go`;
      },
    );
    expect(expensive).toHaveBeenCalledTimes(1);
    expect(resultsIn(steps[2])).toEqual([{ rows: 3 }, { rows: 3 }]);
  });

  it("composite resilience: the model reads every result, good and bad", async () => {
    const calls = [{ name: "bad", args: {} }, { name: "unknown" }, { name: "good", args: {} }];
    const { model } = await play([call("all", { calls })], ({ defTool, $ }) => {
      defTool("all", "", [
        tool("bad", "", none, () => Promise.reject(new Error("down"))),
        tool("good", "", none, () => ({ ok: true })),
      ]);
      $`go`;
    });
    expect(model.requests[1]?.messages.at(-1)?.content).toBe(
      '{"results":[{"name":"bad","result":{"error":"down"}},{"name":"unknown","result":{"error":"Unknown sub-tool: unknown"}},{"name":"good","result":{"ok":true}}]}',
    );
  });

  it("re-execution: tools are introduced, swapped and removed step by step", async () => {
    const { model, steps } = await play([call("begin"), call("search", { query: "x" })], ({ defTool, defState, $ }) => {
      const [phase, setPhase] = defState<"closed" | "open">("phase", "closed");
      if (phase === "closed") defTool("begin", "", none, () => setPhase("open"));
      else defTool("search", "", query, (input) => ({ found: input.query }));
      $`go`;
    });
    expect([offered(model, 0), offered(model, 1)]).toEqual([["begin"], ["search"]]);
    expect(resultsIn(steps[2]).at(-1)).toEqual({ found: "x" });
  });

  it("idempotent registration: the last one wins, and there is one entry", async () => {
    const { model, steps, prompt } = await play([call("same")], ({ defTool, $ }) => {
      for (const version of [1, 2, 3]) defTool("same", `Version ${version}.`, none, () => ({ version }));
      $`go`;
    });
    expect([offered(model, 0), offered(model, 1), prompt.getTools().length]).toEqual([["same"], ["same"], 1]);
    expect(resultsIn(steps[1])).toEqual([{ version: 3 }]);
  });
});

describe("the best practices of the document", () => {
  it("1. callbacks log, measure and degrade, and the tool knows nothing of it", async () => {
    const log: string[] = [];
    const { steps } = await play(
      [call("work", { query: "good" }), call("work", { query: "bad" })],
      ({ defTool, $ }) => {
        const work = ({ query: text }: { query: string }) => {
          if (text === "bad") throw new Error("cannot");
          return { done: text };
        };
        defTool("work", "", query, work, {
          beforeCall: (input) => void log.push(`begin ${input.query}`),
          onSuccess: (input) => void log.push(`end ${input.query}`),
          onError: (input, { error }) => {
            log.push(`fail ${input.query}: ${error}`);
            return { done: "nothing", degraded: true };
          },
        });
        $`go`;
      },
    );
    expect(log).toEqual(["begin good", "end good", "begin bad", "fail bad: cannot"]);
    expect(resultsIn(steps[2])).toEqual([{ done: "good" }, { done: "nothing", degraded: true }]);
  });

  it("2. a composite holds related operations: one definition, one call, one answer", async () => {
    const files = new Map<string, string>();
    const path = z.object({ path: z.string() });
    const calls = [
      { name: "write", args: { path: "a", text: "1" } },
      { name: "read", args: { path: "a" } },
      { name: "remove", args: { path: "a" } },
    ];
    const { model, steps } = await play([call("files", { calls })], ({ defTool, $ }) => {
      defTool("files", "Works on files.", [
        tool("write", "", path.extend({ text: z.string() }), (input) => void files.set(input.path, input.text)),
        tool("read", "", path, (input) => files.get(input.path) ?? ""),
        tool("remove", "", path, (input) => ({ removed: files.delete(input.path) })),
      ]);
      $`go`;
    });
    expect([offered(model, 0), files.size]).toEqual([["files"], 0]);
    expect(resultsIn(steps[1])).toMatchObject([{ results: [{}, { result: "1" }, { result: { removed: true } }] }]);
  });

  it("3. the state decides which tools there are", async () => {
    const { model } = await play([call("login")], ({ defTool, defState, $ }) => {
      const [user, setUser] = defState<string | null>("user", null);
      if (user === null) defTool("login", "", none, () => setUser("ada"));
      else for (const name of ["read", "write"]) defTool(name, `For ${user}.`, none, () => "ok");
      $`go`;
    });
    expect([offered(model, 0), offered(model, 1)]).toEqual([["login"], ["read", "write"]]);
  });

  it("4. a reminder comes when a tool has not been used, and no longer once it has", async () => {
    const answers = [call("look"), call("save"), call("look")];
    const { model } = await play(answers, ({ defTool, defState, defEffect, $ }) => {
      const [isSaved, setSaved] = defState("saved", false);
      defTool("look", "", none, () => "seen");
      const save = defTool("save", "", none, () => setSaved(true));
      defEffect(({ stepNumber }) => {
        if (stepNumber > 0 && !isSaved) save.remind();
      });
      $`go`;
    });
    const reminded = model.requests.map(({ messages }) => JSON.stringify(messages).includes("- save (tool)"));
    expect(reminded).toEqual([false, true, false, false]);
  });

  it("5. disabling takes a tool out for as long as it does not fit, and no longer", async () => {
    const answers = [call("lock"), call("unlock"), call("write")];
    const { model } = await play(answers, ({ defTool, defState, defEffect, $ }) => {
      const [isLocked, setLocked] = defState("locked", false);
      const write = defTool("write", "", none, () => "written");
      defTool("lock", "", none, () => setLocked(true));
      defTool("unlock", "", none, () => setLocked(false));
      defEffect(() => {
        if (isLocked) write.disable();
      }, [isLocked]);
      $`go`;
    });
    expect(model.requests.map((_request, index) => offered(model, index).includes("write"))).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });
});
