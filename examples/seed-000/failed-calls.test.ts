import { runPrompt, type ToolOptions, tool } from "@toolwright/core/prompt";
import { scripted } from "@toolwright/models";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { calls, logger, play, results, type Turn, thrown } from "./trying.ts";

describe("a failed call of a defTool", () => {
  const run = async (turn: Turn, config: object = {}, options: ToolOptions = {}) => {
    const { steps } = await play(
      [turn],
      ({ defTool, $ }) => {
        defTool("t", "A tool.", z.object({ n: z.number() }), ({ n }) => ({ n }), options);
        defTool("many", "Tools.", [tool("t", "A tool.", z.object({ n: z.number() }), ({ n }) => ({ n }), options)]);
        $`go`;
      },
      config,
    );
    return results(steps[1])[0];
  };
  const error = { error: expect.any(String) };

  it.each<[string, Turn, object, ToolOptions]>([
    ["with wrong arguments", calls({ name: "t", arguments: { n: [] } }), {}, {}],
    ["without its arguments", calls({ name: "t" }), {}, {}],
    ["with arguments that are no JSON", calls({ name: "t", arguments: "{nope" }), {}, {}],
    [
      "that a person refuses",
      calls({ name: "t", arguments: { n: 1 } }),
      {
        approver: {
          approve: async ({ approvalId }: { approvalId: string }) => ({ approvalId, approve: false, reason: "no" }),
        },
      },
      { requiresConfirmation: true },
    ],
    ["that nobody can be asked about", calls({ name: "t", arguments: { n: 1 } }), {}, { requiresConfirmation: true }],
    [
      "that a policy forbids",
      calls({ name: "t", arguments: { n: 1 } }),
      { policy: { decide: () => ({ verdict: "deny", reason: "no" }) } },
      {},
    ],
    ["that a hook breaks", calls({ name: "t", arguments: { n: 1 } }), {}, { beforeCall: thrown(new Error("x")) }],
    [
      "whose output does not fit",
      calls({ name: "t", arguments: { n: 1 } }),
      {},
      { responseSchema: z.object({ other: z.string() }) },
    ],
  ])("%s is { error } for its caller", async (_, turn, config, options) => {
    const result = await run(turn, config, options);
    expect(result).toEqual(error);
  });

  it("of a composite is { error } too, where the list of calls itself is wrong", async () => {
    expect(await run(calls({ name: "many", arguments: { calls: "t" } }))).toEqual(error);
  });

  it("of a sub-tool stands beside the others", async () => {
    const list = [
      { name: "t", args: { n: "x" } },
      { name: "nobody", args: {} },
      { name: "t", args: { n: 2 } },
      { name: "t" },
    ];
    expect(await run(calls({ name: "many", arguments: { calls: list } }))).toEqual({
      results: [
        { name: "t", result: error },
        { name: "nobody", result: { error: "Unknown sub-tool: nobody" } },
        { name: "t", result: { n: 2 } },
        { name: "t", result: error },
      ],
    });
  });

  it("is answered by the model, which reads { error }", async () => {
    const model = scripted([calls({ name: "t" }), { text: "I see." }]);
    const { result, prompt } = await runPrompt(
      ({ defTool, $ }) => {
        defTool("t", "A tool.", z.object({}), thrown(new Error("boom")));
        $`go`;
      },
      { model, logger },
    );
    expect(await result.text).toBe("I see.");
    const message = prompt.fullSteps[1]?.input.prompt.at(-1);
    expect(JSON.parse(String(message?.content))).toEqual({ error: "boom" });
  });
});
