import { describe, expect, it } from "vitest";
import { calling, crashed } from "../../test/crashing.ts";
import { runnerOf, toolOf } from "../../test/making.ts";
import { KeptLog, WrittenModel } from "../../test/support.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import { textResult } from "../result/plain-result.ts";
import { ToolError } from "../result/tool-error.ts";
import type { RunnerOptions } from "./runner-options.ts";

const READ = {
  type: "object",
  properties: {
    file_paths: { type: "array", items: { type: "string" } },
    limit: { type: "integer" },
    mode: { enum: ["head", "tail"] },
  },
  required: ["file_paths"],
  additionalProperties: false,
};

const outside = () => {
  throw new ToolError("../x is outside the workspace.", { suggestion: "Give a path inside it." });
};

const tools = [
  toolOf("read", () => "seen", { input: READ, effects: "read" }),
  toolOf("write", outside, { effects: "write" }),
  toolOf("look", outside, { effects: "read" }),
  toolOf("change", () => "changed", { effects: "write" }),
  toolOf("test", () => ({ ...textResult("1 failed"), isError: true }), { effects: "external" }),
];

type Asked = readonly [name: string, args: object | string];

/** What the model reads of these calls of one run, or of calls outside one. */
async function told(calls: readonly Asked[], options: Partial<RunnerOptions> = {}, isInRun = true) {
  const { runner } = runnerOf(tools, options);
  const texts: string[] = [];
  for (const [name, args] of calls) {
    const given = typeof args === "string" ? args : JSON.parse(JSON.stringify(args));
    const { message } = await runner.exec({ name, arguments: given }, isInRun ? { runId: "r" } : {});
    texts.push(String(message.content));
  }
  return texts;
}

describe("an error that comes a second time in the same words", () => {
  it("of arguments that do not fit says so, and what the tool takes", async () => {
    const [first, second] = await told(Array(2).fill(["read", { file_paths: 5 }]));
    expect(first).toBe(
      "Error [invalid_arguments]: /file_paths: expected array, got number. " +
        "Nothing was run, and the same call will fail again: change the arguments.",
    );
    expect(second).toBe(
      "Error [invalid_arguments]: The same call failed before with the same error: " +
        "/file_paths: expected array, got number. Nothing was run. " +
        'read takes file_paths (array of string), optional: limit (integer), mode (one of "head", "tail").',
    );
  });

  it("keeps the call that it brings", async () => {
    const [, second] = await told(Array(2).fill(["read", { file_paths: "a" }]));
    expect(second).toMatch(/: The same call failed before .* Call it as \{"file_paths":\["a"\]\}$/);
  });

  it("of a tool that does not exist says which there are, and what to do without one", async () => {
    const [, second] = await told(Array(2).fill(["fly", {}]));
    expect(second).toBe(
      'Error [unknown_tool]: The same call failed before with the same error: There is no tool "fly". ' +
        "Do not call it again. Available tools: read, write, look, change, test. " +
        "If there is no other way, tell the user what did not work.",
    );
  });

  it("of a tool that ran names other tools, whatever else was in the call", async () => {
    const [, second, third] = await told([
      ["write", { content: "a" }],
      ["write", { content: "b" }],
      ["write", { content: "b" }],
    ]);
    expect(second).toBe(
      "Error executing tool: A call failed before with the same error: ../x is outside the workspace. " +
        "Give a path inside it. Go another way: other arguments, or another tool (read, look, change, test). " +
        "If there is no other way, tell the user what did not work.",
    );
    expect(third).toMatch(/^Error executing tool: The same call failed before/);
  });

  it("of a policy says that it stays refused", async () => {
    const policy = { decide: () => ({ verdict: "deny", reason: "No." }) as const };
    const [, second] = await told(Array(2).fill(["change", {}]), { policy });
    expect(second).toMatch(/the same error: No\. It stays refused\. Go on without it, and tell the user what was not/);
  });

  it("that a tool answered is told anew under the answer, unless something changed in between", async () => {
    const [first, second, , fourth] = await told([
      ["test", {}],
      ["test", {}],
      ["change", {}],
      ["test", {}],
    ]);
    expect(first).toBe("1 failed");
    expect(second).toMatch(/^1 failed\n\[The same call failed before with the same error\. Go another way: /);
    expect(fourth).toBe("1 failed");
    const looked = await told([
      ["test", {}],
      ["read", { file_paths: ["a"] }],
      ["test", {}],
    ]);
    expect(looked[2]).toContain("failed before");
    const refused = await told([
      ["write", {}],
      ["change", {}],
      ["write", {}],
    ]);
    expect(refused[2]).toContain("failed before");
    expect(
      (
        await told([
          ["test", { n: 1 }],
          ["test", { n: 2 }],
        ])
      )[1],
    ).toBe("1 failed");
  });

  it("is in the words of another tool, another run, or no run at all no second time", async () => {
    const pair: readonly Asked[] = [
      ["write", {}],
      ["look", {}],
    ];
    expect((await told(pair))[1]).not.toContain("failed before");
    expect((await told([...pair, ...pair], {}, false)).join()).not.toContain("failed before");
    expect((await told([...pair, ...pair], { loopGuard: false })).join()).not.toContain("failed before");
  });

  it("is no repeated read, and no call that was skipped", async () => {
    const reads = await told(Array(3).fill(["read", { file_paths: ["a"] }]));
    expect(reads[2]).toMatch(/^Error \[redundant_call\]: The same call was made before/);
    const { runner } = runnerOf(tools);
    const signal = AbortSignal.abort();
    for (let n = 0; n < 2; n += 1) {
      const { message } = await runner.exec({ name: "change", arguments: {} }, { runId: "r", signal });
      expect(message.content).toMatch(/^Error \[skipped\]: (?!.*failed before)/);
    }
  });

  it("is the same error for programs", async () => {
    const { runner, events } = runnerOf(tools);
    const results = [];
    for (let n = 0; n < 2; n += 1) {
      results.push((await runner.exec({ name: "write", arguments: {} }, { runId: "r" })).result);
    }
    expect(results[1]).toEqual(results[0]);
    const ends = events.flatMap(({ type, data }) => (type === "tool_call_end" ? [data] : []));
    expect(ends.map((end) => JSON.stringify(end).includes("failed before"))).toEqual([false, true]);
  });

  it("keeps its words in a run that is resumed from its journal", async () => {
    const { model } = await crashed({
      answers: [calling("fly"), calling("fly"), { text: "lost" }],
      tools,
      after: ["step_start", 3],
    });
    const texts = model.requests[0]?.messages.flatMap(({ role, content }) => (role === "tool" ? [content] : []));
    expect(texts).toEqual([
      expect.stringMatching(/^Error \[unknown_tool\]: There is no tool/),
      expect.stringMatching(/^Error \[unknown_tool\]: The same call failed before/),
    ]);
  });

  it("still counts for the guard of the run, which stops it", async () => {
    const model = new WrittenModel(() => ({ calls: [{ name: "fly" }] }));
    const { stopReason, messages } = await runToolLoop({ model, tools, logger: new KeptLog() }, []);
    const texts = messages.flatMap((message) => (message.role === "tool" ? [String(message.content)] : []));
    expect(stopReason).toBe("loop_guard");
    expect(texts).toHaveLength(5);
    expect(texts.map((text) => text.includes("failed before"))).toEqual([false, true, true, true, false]);
    expect(texts[2]).toContain("3 times in a row");
  });
});
