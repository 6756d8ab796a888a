import { describe, expect, it } from "vitest";
import { readSource } from "./read-source.ts";

/** Runs a source as the body of an async function that finds `tools`, and says how often it called. */
async function run(code: string): Promise<{ returned: unknown; calls: number }> {
  const read = await readSource(code);
  if (!read.ok) throw new Error(read.message);
  let calls = 0;
  const tools = {
    x: async () => {
      calls += 1;
      return 4;
    },
  };
  const program = Reflect.construct((async () => {}).constructor, ["tools", read.source]);
  return { returned: await program(tools), calls };
}

const BODY = "{\n  return await tools.x({});\n}";

describe("a program without a return gives what its model meant", () => {
  it.each([
    ["the value of its last statement", "const a = await tools.x({});\na"],
    ["a call that it does not await", "tools.x({})"],
    ["what a function gives that is called where it stands", `(async () => ${BODY})();`],
    ["the same, awaited", `await (async function () ${BODY})()`],
    ["what a function gives that is called last", `async function main() ${BODY}\nmain();`],
    ["the same, declared below", `main();\nasync function main() ${BODY}`],
    ["the same, followed by what handles errors", `const main = async () => ${BODY};\nmain().catch(console.error);`],
    ["a function that is the whole program", `async () => ${BODY}`],
    ["the same, with a semicolon", `async () => ${BODY};`],
    ["the same, in parentheses", `(async () => ${BODY})`],
    ["the same, below a comment", `// It asks.\nasync function ask() ${BODY} // once`],
    ["the same, with a value in place of a body", "async () => await tools.x({})"],
    ["the same, which takes the tools", `async (tools) => ${BODY}`],
    ["the same, which takes them by name", `async ({ tools }) => ${BODY}`],
    ["the same, with types", `async ({ tools }: { tools: any }): Promise<number> => ${BODY}`],
    ["a function that nobody calls", `async function main() ${BODY}`],
    [
      "the same, below what it needs",
      `const n = 1;\nconst one = () => n;\nasync function main() { one(); return tools.x() }`,
    ],
    ["the same, as a constant", `const main = async (tools) => ${BODY};`],
    ["the same, which calls itself", "async function main() { return (await tools.x({})) || main() }"],
    ["a function that it returns", `return async () => ${BODY};`],
    ["a function that it exports", `export default async () => ${BODY};`],
    ["the same, without a name", `export default async function () ${BODY}`],
    ["the same, with a name, below types", `export type A = 1;\nexport default async function main() ${BODY}`],
    ["the same, by its name", `async function main() ${BODY}\nexport default main;`],
    ["one that it exports by a name", `export const n = 1;\nexport async function main() ${BODY}`],
  ])("%s", async (_, code) => {
    expect(await run(code)).toEqual({ returned: 4, calls: 1 });
  });
});

describe("no function is called for its model, and nothing returned,", () => {
  it.each([
    ["where the program returns by itself", "if (true) return 1;\n(async () => tools.x())"],
    [
      "where a helper is not used",
      "const n = 1;\nasync function undo() { return tools.x() }\nconst a = [n].map((m) => m);",
    ],
    ["where two are not used", "async function pay() { return tools.x() }\nasync function undo() { return tools.x() }"],
    ["where it takes what nobody knows", "async function pay(bill) { return tools.x(bill) }"],
    ["where it takes what nobody knows, as the whole", "async (bill) => tools.x(bill)"],
    ["where another statement calls it", "async function main() {}\nfor (const f of []) main(f)"],
  ])("%s", async (_, code) => {
    const { returned, calls } = await run(code);
    expect([returned === 1 ? undefined : returned, calls]).toEqual([undefined, 0]);
  });
});

it("calls a function once, however it is mentioned", async () => {
  const main = "async function main() { await tools.x() }";
  for (const code of [`${main}\nawait main();\nexport default main;`, `await main();\nreturn main;\n${main}`]) {
    const { returned, calls } = await run(code);
    expect([typeof returned, calls]).toEqual(["function", 1]);
  }
});

it("reads a program of thousands of functions within a moment", async () => {
  const code = Array.from({ length: 3_600 }, (_, n) => `function f${n}(){}`).join("");
  const begun = process.cpuUsage();
  expect(await readSource(code)).toMatchObject({ ok: true });
  const { user } = process.cpuUsage(begun);
  expect(user / 1000).toBeLessThan(1_000);
});

it("leaves every line where it is", async () => {
  const code = "export const a = 1;\n\nexport default async function main() {\n  return a;\n}";
  const read = await readSource(code);
  expect(read.ok && read.source.split("\n").map((line) => line.trim())).toEqual([
    "const a = 1;",
    "",
    "return         (async function main() {",
    "return a;",
    "})()",
  ]);
});

it.each([
  ["export default async () => {\n  return ;;}}\n}", 'unexpected "}" at line 2, column 13.\nLine 2:   return'],
  ["export default async () => { return }}", 'unexpected "}" at line 1, column 38.\nLine 1: export default async'],
  ["export { a } from 'a'", "unexpected"],
  ["const text = `\nexport default 1\n`; }", 'unexpected "}" at line 3'],
])("refuses what is no program with what is exported, in the model's words: %j", async (code, said) => {
  const read = await readSource(code);
  expect(read.ok ? read.source : read.message).toContain(said);
});
