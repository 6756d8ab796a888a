import {
  buildEnhancedDescription,
  createCompositeSchema,
  type PromptFunction,
  type StatefulPrompt,
  tool,
} from "@toolwright/core/prompt";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { calls, play, results, thrown } from "./trying.ts";

describe("a composite", () => {
  const math =
    (order: string[] = []): PromptFunction =>
    ({ defTool, $ }) => {
      const both = z.object({ a: z.number(), b: z.number() });
      defTool("math", "Does math", [
        tool("add", "Adds", both, ({ a, b }) => {
          order.push("add");
          return { sum: a + b };
        }),
        tool("multiply", "Multiplies", both, async ({ a, b }) => {
          await new Promise((resolve) => setTimeout(resolve, a));
          order.push("multiply");
          return { product: a * b };
        }),
        tool("fail", "Fails", z.object({}), thrown(new Error("sub failed"))),
        tool("hooked", "Breaks", z.object({}), () => 1, { onSuccess: thrown(new Error("hook failed")) }),
      ]);
      $`go`;
    };
  const play1 = async (list: readonly object[], order: string[] = []) =>
    results((await play([calls({ name: "math", arguments: { calls: list } })], math(order))).steps[1])[0];

  it("gives the results of the document's example", async () => {
    const list = [
      { name: "add", args: { a: 1, b: 2 } },
      { name: "multiply", args: { a: 3, b: 4 } },
    ];
    expect(await play1(list)).toEqual({
      results: [
        { name: "add", result: { sum: 3 } },
        { name: "multiply", result: { product: 12 } },
      ],
    });
  });

  it.each([
    [[], []],
    [[{ name: "fail", args: {} }], [{ name: "fail", result: { error: "sub failed" } }]],
    [
      [
        { name: "fail", args: {} },
        { name: "add", args: { a: 1, b: 1 } },
      ],
      [
        { name: "fail", result: { error: "sub failed" } },
        { name: "add", result: { sum: 2 } },
      ],
    ],
    [
      [
        { name: "x", args: {} },
        { name: "add", args: { a: 0, b: 0 } },
      ],
      [
        { name: "x", result: { error: "Unknown sub-tool: x" } },
        { name: "add", result: { sum: 0 } },
      ],
    ],
    [
      [{ name: "constructor", args: {} }],
      [{ name: "constructor", result: { error: "Unknown sub-tool: constructor" } }],
    ],
    [
      [
        { name: "hooked", args: {} },
        { name: "add", args: { a: 1, b: 0 } },
      ],
      [
        { name: "hooked", result: { error: expect.stringContaining("hook failed") } },
        { name: "add", result: { sum: 1 } },
      ],
    ],
    [
      [
        { name: "add", args: { a: 1, b: 1 } },
        { name: "add", args: { a: 2, b: 2 } },
      ],
      [
        { name: "add", result: { sum: 2 } },
        { name: "add", result: { sum: 4 } },
      ],
    ],
  ])("of %j always comes to an end with everything", async (list, expected) => {
    expect(await play1(list)).toEqual({ results: expected });
  });

  it("runs in the order of its list, one at a time", async () => {
    const order: string[] = [];
    await play1(
      [
        { name: "multiply", args: { a: 8, b: 1 } },
        { name: "add", args: { a: 1, b: 1 } },
      ],
      order,
    );
    expect(order).toEqual(["multiply", "add"]);
  });

  it("offers a union and lists its parts", async () => {
    const parts = [
      tool("a", "First", z.object({ x: z.string() }), () => 1),
      tool("b", "Second", z.object({}), () => 2),
    ];
    expect(buildEnhancedDescription("Base", parts)).toBe("Base\n\nAvailable sub-tools:\n  - a: First\n  - b: Second");
    expect(buildEnhancedDescription("Base", parts, "sub-agent")).toContain("Available sub-agents:");
    const { validate, jsonSchema } = createCompositeSchema(parts)["~standard"];
    expect(await validate({ calls: [{ name: "a", args: { x: "y" } }] })).toEqual({
      value: { calls: [{ name: "a", args: { x: "y" } }] },
    });
    expect(await validate({})).toHaveProperty("issues");
    const schema = JSON.stringify(jsonSchema.input({ target: "draft-07" }));
    for (const piece of ['"const":"a"', '"const":"b"', '"required":["calls"]', '"required":["name","args"]'])
      expect(schema).toContain(piece);
  });

  it("keeps state between its calls", async () => {
    const { steps } = await play(
      [
        calls({
          name: "counter",
          arguments: {
            calls: [
              { name: "up", args: {} },
              { name: "up", args: {} },
            ],
          },
        }),
      ],
      ({ defTool, defState, getState, $ }) => {
        const [, setCount] = defState("count", 0);
        defTool("counter", "Counts", [
          tool("up", "Up", z.object({}), () => {
            setCount((count) => count + 1);
            return { count: getState("count") };
          }),
        ]);
        $`go`;
      },
    );
    expect(results(steps[1])).toEqual([
      {
        results: [
          { name: "up", result: { count: 1 } },
          { name: "up", result: { count: 2 } },
        ],
      },
    ]);
  });

  it("may hold a composite, and hands the options of its call to every part", async () => {
    const seen: unknown[] = [];
    const { steps } = await play(
      [
        calls({
          name: "outer",
          arguments: { calls: [{ name: "inner", args: { calls: [{ name: "leaf", args: {} }] } }] },
        }),
      ],
      ({ defTool, composeTools: _, $ }: StatefulPrompt & { composeTools?: unknown }) => {
        const leaf = tool("leaf", "Leaf", z.object({}), (_input, options) => {
          seen.push(
            typeof options.toolCallId,
            options.abortSignal instanceof AbortSignal,
            Array.isArray(options.messages),
          );
          return { leaf: true };
        });
        const inner = tool("inner", "Inner", createCompositeSchema([leaf]), async (_input, options) => {
          return { results: [{ name: "leaf", result: await leaf.execute({}, options) }] };
        });
        defTool("outer", "Outer", [inner]);
        $`go`;
      },
    );
    expect(seen).toEqual(["string", true, true]);
    expect(results(steps[1])).toEqual([
      { results: [{ name: "inner", result: { results: [{ name: "leaf", result: { leaf: true } }] } }] },
    ]);
  });

  it("tells its own hook all results, and gives an entry for what cannot be written as JSON", async () => {
    const heard: unknown[] = [];
    const { steps } = await play(
      [
        calls({
          name: "both",
          arguments: {
            calls: [
              { name: "odd", args: {} },
              { name: "plain", args: {} },
            ],
          },
        }),
      ],
      ({ defTool, $ }) => {
        const parts = [
          tool("odd", "", z.object({}), () => ({ list: [{ f: () => 1 }] })),
          tool("plain", "", z.object({}), () => ({ since: new Date(0), count: 1n })),
        ];
        defTool("both", "", parts, { onSuccess: (_, output) => void heard.push(output) });
        $`go`;
      },
    );
    expect(results(steps[1])).toEqual(heard);
    expect(heard).toEqual([
      {
        results: [
          { name: "odd", result: { error: expect.stringContaining("result.list[0].f is a function") } },
          { name: "plain", result: { since: "1970-01-01T00:00:00.000Z", count: "1" } },
        ],
      },
    ]);
  });
});
