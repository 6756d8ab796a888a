import { composeTools, runPrompt, tool } from "@toolwright/core/prompt";
import { scripted } from "@toolwright/core/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { asProgram } from "./index.ts";

const pair = z.object({ a: z.number(), b: z.number() });

async function answered(code: string, options: object = {}) {
  const heard: unknown[] = [];
  const model = scripted([{ toolCalls: [{ id: "c", name: "math", arguments: { code } }] }, { text: "done" }]);
  const { result, prompt } = await runPrompt(
    ({ defTool, $ }) => {
      const math = defTool(
        "math",
        "Computes.",
        [
          tool("add", "Adds.", pair, ({ a, b }) => ({ sum: a + b, secret: "x" }), {
            allowlist: ["sum"],
            beforeCall: ({ a }) => (a === 0 ? { sum: -1 } : undefined),
            onSuccess: (input) => void heard.push(input),
          }),
          tool("fail", "Fails.", z.object({}), () => ({ error: "No." })),
        ],
        { as: asProgram(), ...options },
      );
      $`Use ${math}.`;
    },
    { model },
  );
  await result.text;
  const last: unknown = prompt.steps[1]?.input.prompt.at(-1)?.content;
  return { heard, read: JSON.parse(JSON.stringify(last))[0].result };
}

describe("several tools of a prompt as one that takes a program", () => {
  it("have their hooks and lists around every call", async () => {
    const code = `
      const sums = await Promise.all([tools.add({ a: 1, b: 2 }), tools.add({ a: 0, b: 2 })]);
      const failed = await attempt(tools.fail({}));
      return { sums, failed: failed.error.value, message: failed.error.message };`;
    const { heard, read } = await answered(code);
    expect(JSON.parse(read)).toEqual({
      sums: [{ sum: 3 }, { sum: -1 }],
      failed: { error: "No." },
      message: "No.",
    });
    expect(heard).toEqual([{ a: 1, b: 2 }]);
    const { description } = composeTools("math", "Computes.", [tool("add", "Adds.", pair, ({ a }) => a)], {
      as: asProgram(),
    });
    expect(description).toMatch(/^Computes\.\nRun JavaScript that calls tools\./);
    expect(description).toContain("/** Adds. */\nadd(args: { a: number; b: number })");
  });

  it("have the hooks and the format of the whole around the program", async () => {
    const seen: unknown[] = [];
    const { read } = await answered("return (await tools.add({ a: 1, b: 1 })).sum", {
      onSuccess: (input: unknown, output: unknown) => void seen.push(input, output),
      formatOutput: (output: unknown) => `It is ${output}.`,
    });
    expect(read).toBe("It is 2.");
    expect(seen).toEqual([{ code: "return (await tools.add({ a: 1, b: 1 })).sum" }, "2"]);
  });

  it("say why a program failed as every tool of a prompt does", async () => {
    expect((await answered("return x")).read).toEqual({
      error: "ReferenceError: x is not defined, at line 1: return x. No call was made.",
    });
  });
});

it("refuses another form than a function, and options that cannot be", async () => {
  await expect(answered("", { as: "program" })).rejects.toThrow(
    'as of composite tool math must be a function: asProgram() of @toolwright/code-mode, got "program".',
  );
  expect(() => asProgram({ declarations: -1 })).toThrow(TypeError);
  await expect(
    runPrompt(
      ({ defTool, $ }) => {
        defTool("one", "One.", z.object({}), () => ({}), { as: asProgram() } as object);
        $`Go.`;
      },
      { model: scripted([{ text: "" }]) },
    ),
  ).rejects.toThrow(/"?as"?/);
});
