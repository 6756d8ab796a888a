import { defineTool } from "@toolwright/core";
import { expect, it } from "vitest";
import { createCodeMode, quickJs } from "./index.ts";
import { ran } from "./ran.test-data.ts";

const fail = defineTool({
  name: "fail",
  description: "Fails.",
  input: { type: "object", properties: { n: { type: "number" } } },
  effects: "read",
  execute: ({ n = 0 }: { n?: number }) => {
    throw new Error(`Disk ${n} is full.`);
  },
});

const wait = defineTool({
  name: "wait",
  description: "Takes a while.",
  input: { type: "object" },
  effects: "read",
  execute: () => new Promise<string>((resolve) => setTimeout(() => resolve("late"), 20)),
});

const LOST = "1 error was not caught: ToolError: Disk 0 is full, at line 1";

it.each([
  [
    "in a call that it does not await",
    "tools.fail({}); await tools.wait({}); return 1",
    `1\n\n${LOST}: tools.fail({}); await tools.wait({}); return 1.`,
  ],
  [
    "in a function that forEach does not await",
    "[1, 2].forEach(async (n) => {\n  await tools.fail({ n });\n});\nawait tools.wait({});\nreturn 'done'",
    "done\n\n2 errors were not caught: ToolError: Disk 1 is full, at line 2: await tools.fail({ n }); ToolError: Disk 2 is full, at line 2: await tools.fail({ n }).",
  ],
  [
    "of the same words",
    "for (const n of [1, 1, 1]) tools.fail({ n });\nawait tools.wait({});\nreturn 1",
    "1\n\n3 errors were not caught: ToolError: Disk 1 is full, at line 1: for (const n of [1, 1, 1]) tools.fail({ n }).",
  ],
  [
    "for which it waits for ever",
    "return await new Promise(async (resolve) => resolve(await tools.fail({})))",
    `Error executing tool: The program waits for something that no call will bring. 1 call was made: fail failed.\n\n${LOST}: return await new Promise(async (resolve) => resolve(await tools.fail({}))).`,
  ],
  [
    "that another one follows from",
    "let found; tools.fail({}).then(() => (found = 1)); await tools.wait({});\nreturn found.n",
    `Error executing tool: TypeError: cannot read property 'n' of undefined, at line 2: return found.n. 2 calls were made: fail failed, wait ok.\n\n${LOST}: let found; tools.fail({}).then(() => (found = 1)); await tools.wait({}).`,
  ],
  [
    "of its own, of which it has many",
    "for (let n = 0; n < 1000; n += 1)\nPromise.reject(n);\nreturn 1",
    "1\n\n1000 errors were not caught: Error: 0; Error: 1; Error: 2; and others.",
  ],
  ["that is no error", "Promise.reject('no'); return 1", "1\n\n1 error was not caught: Error: no."],
  [
    "whose words are code of the program",
    "Promise.reject({ get message() { throw 1; } }); return 1",
    "1\n\n1 error was not caught: Error: [object].",
  ],
])("a program is told of an error %s", async (_, code, expected) => {
  for (const threads of [true, false]) {
    const { tool } = createCodeMode([fail, wait], { executor: quickJs({ threads }) });
    expect((await ran(code, [], { tools: [tool] })).said).toBe(expected);
  }
});

it.each([
  "const call = tools.fail({}); await tools.wait({}); try { await call } catch {} return 1",
  "const calls = [tools.fail({}), tools.wait({})]; await Promise.allSettled(calls); return 1",
  "const call = attempt(tools.fail({})); await tools.wait({}); return (await call).ok ? 0 : 1",
  "tools.fail({}).catch(() => {}); await tools.wait({}); return 1",
  "const no = async () => { throw 1 }; try { await no() } catch {} return 1",
])("a program is told of no error that it catches: %s", async (code) => {
  expect((await ran(code, [fail, wait])).said).toBe("1");
});

it("an error that nothing catches, too deep for more calls, ends no program", async () => {
  const code = "const down = () => { Promise.reject(1); down(); }; try { down() } catch {} return 1";
  expect((await ran(code, [])).said).toMatch(/^1\n\n\d+ errors were not caught: Error: 1; and others\.$/);
});

it("an error that nothing catches shows no part of a secret", async () => {
  const code = `Promise.reject("${"x".repeat(290)}correct-horse-battery"); return 1`;
  const { said } = await ran(code, [], { secrets: [{ name: "v", value: "correct-horse-battery" }] });
  expect(said).toContain("1 error was not caught: Error: xxx");
  expect(said).not.toMatch(/correct|horse/);
});
