import * as nodeModule from "node:module";
import { describe, expect, it } from "vitest";
import { readSource } from "./read-source.ts";

const sourceOf = async (code: string) => {
  const read = await readSource(code);
  return read.ok ? read.source : `refused: ${read.message}`;
};

/** Runs a source as the body of an async function. */
const run = (source: string): Promise<unknown> => Reflect.construct((async () => {}).constructor, [source])();

describe("JavaScript", () => {
  it.each([
    "const a = await tools.x({});\nreturn a",
    "for await (const x of y) {}\nlabel: while (1) break label",
    "return a < b > (c)",
    "",
    "```",
    "const fence = '```'\nreturn fence",
  ])("is left as it is: %j", async (code) => {
    const balanced = code === "```" ? "return '```'" : code;
    expect(await sourceOf(balanced)).toBe(balanced);
  });

  it.each([
    ["```js\nreturn 1;\n```", "\nreturn 1;"],
    ["\n  ```javascript\r\nreturn 1;\r\n```\n\n", "\n\nreturn 1;"],
    ["````ts\nreturn '```';\n````", "\nreturn '```';"],
    ["```\nreturn 1\n  ```", "\nreturn 1"],
    ["```\nreturn 1\n\n  \n```", "\nreturn 1"],
    ["```js\nreturn 1;```", "\nreturn 1;"],
    ["```js\nreturn 1;\n", "\nreturn 1;\n"],
  ])("is taken out of fences around the whole, on its lines: %j", async (code, source) => {
    expect(await sourceOf(code)).toBe(source);
  });

  it("of more than 64 KiB is refused, counted in bytes", async () => {
    const most = `return "${"é".repeat(32_763)}" `;
    expect(await sourceOf(most)).toBe(most);
    expect(await readSource(`${most} `)).toEqual({
      ok: false,
      message: "The code has 65,537 bytes, and a program has at most 65,536: write a shorter one, or several.",
    });
  });
});

describe("code that is no program", () => {
  it.each([
    ["const a = 1;\n\n  return }", 'unexpected "}" at line 3, column 10.\nLine 3:   return }'],
    ["foo(", "unexpected end at line 1, column 5.\nLine 1: foo("],
    [
      "import fs from 'fs'",
      `unexpected "import" at line 1, column 1.\nLine 1: import fs from 'fs'\nA program has no imports: all that it can call is in \`tools\`.`,
    ],
    ["const a = 'x\n", "unterminated string constant at line 1, column 11.\nLine 1: const a = 'x"],
    ["let a; let a;", "identifier 'a' has already been declared at line 1, column 12.\nLine 1: let a; let a;"],
    [
      "enum E { A }\nreturn E.A",
      /^unexpected "enum" at line 1, column 1\.\nLine 1: enum E { A }\nOf TypeScript only types/,
    ],
    ["namespace N { const a = 1 }", /^unexpected "namespace" at line 1, column 1\.\n.*\nOf TypeScript only types/],
    [
      "@once class A {}",
      /^unexpected "@" at line 1, column 1\.\n.*\nOf TypeScript only types are taken: write the rest as JavaScript\.$/,
    ],
    ["const a: string = 1;\nreturn a +;", 'unexpected ";" at line 2, column 11.\nLine 2: return a +;'],
    ["class A { constructor(private a: string) {} }", /^unexpected "private" at line 1, column 23\./],
    ["#!/usr/bin/node\nreturn 1", /^unexpected "!" at line 1, column 2\./],
    [
      "Here is the code:\n```js\nreturn 1\n```",
      'unexpected "is" at line 1, column 6.\nLine 1: Here is the code:\nWrite the program itself, without text or fences around it.',
    ],
    ["# It asks.\nreturn 1", 'unexpected "#" at line 1, column 1.\nLine 1: # It asks.'],
    ["[1].map((x) => await x)", /at line 1, column \d+\.\nLine 1: /],
    [
      "let a;\\nreturn a;",
      'unexpected "\\" (line breaks escaped twice?) at line 1, column 7.\nLine 1: let a;\\nreturn a;',
    ],
  ])("says line, column and the line itself: %j", async (code, said) => {
    const read = await readSource(code);
    const [start, rest] = ["The code is no JavaScript program: ", read.ok ? "it is one" : read.message];
    expect(rest.startsWith(start)).toBe(true);
    expect(rest.slice(start.length)).toEqual(typeof said === "string" ? said : expect.stringMatching(said));
  });

  it.each([
    '"return await tools.x({});\\nreturn 1"',
    "```return 1```",
    "```js return 1```",
    "`return 1`;",
    '{"code": "return 1"}',
  ])("is told to be a text where it is nothing else: %j", async (code) => {
    expect(await sourceOf(code)).toBe(
      "refused: The code is one text and no program: write the program itself, without quotes, fences or JSON around it.",
    );
  });

  it("shows of a long line what is around the place", async () => {
    const read = await readSource(`${"x;".repeat(5_000)}}${";y".repeat(5_000)}`);
    expect(read).toMatchObject({ ok: false, message: expect.stringMatching(/Line 1: …;?(x;)+\}(;y)+…$/) });
    expect(read.ok || read.message.length < 300).toBe(true);
  });

  it("is told from code that is nested deeper than can be read here: the machine judges that", async () => {
    const deep = `return ${"(".repeat(20_000)}1${")".repeat(20_000)}`;
    expect(await sourceOf(deep)).toBe(deep);
    expect(await sourceOf(`const a: string = 1;${deep}`)).toMatch(/^refused: .*unexpected ":" at line 1, column 8\./);
  });
});

/** Node does not read the first, and takes the others for calls. */
const BEYOND_NODE: readonly string[] = [
  "const q = <string>'x'; return new Map<string, number>().size + q.length",
  "const a = 1 as const\n(() => {})()\nreturn a",
  "const a = 1 satisfies number\n`a`.at(0)\nreturn a",
];

const TYPED: readonly string[] = [
  "return [1, 2].reduce<Record<string, number>>((all, n) => ({ ...all, [n]: n }), {})",
  "const a = new Set<string>(['a']); return a.size",
  "const x: number = 1; return x as number",
  "let y!: string; y = 'a'; return y! as unknown as string",
  "const f = (a?: string, ...b: number[]): void => {}; f('a', 1); return 1",
  "const { a, b }: { a: string; b: number } = { a: '1', b: 2 }; return a + b",
  "const z = <T,>(x: T): T => x; return z<string>('a')",
  "const z = async <T>(x: T): Promise<T> => x; return z(1)",
  "interface I { a: string }\ntype T = string | { [key: string]: number };\ndeclare const q: string;\nreturn 1",
  "function a(x: string): string;\nfunction a(x: any) { return x }\nreturn a('1')",
  "let s = 0; for (const x of [1, 2] as number[]) { s += x }\ntry { throw s } catch (e: unknown) { return e }",
  "return [1, 2].filter((p): p is number => !!p).length",
  "return ({ a: 1 } satisfies Record<string, number>).a",
  "const a = ((1 + 2) as number) * 3; return a",
  "const o = { m<T>(this: unknown, x?: T): T | undefined { return x } }; return o.m(1)",
  "const f = (x: number): {\n  a: number;\n} => ({ a: x });\nreturn f(1).a",
  "const f = async (x: { a: string }[]): Promise<{\n  a: string\n}[]> => { return x }\nreturn (await f([{ a: '1' }]))[0]?.a",
  "const a = [3] as number[]\n;[0].join()\nreturn a.length",
  "let a: number\n;[a] = [1]\nreturn a",
  "type A = 1\n;(() => {})()\nreturn 1",
  "abstract class A<T> { abstract m(): void; abstract q: string; protected static readonly s: number = 1; private x?: T; y!: T }\n" +
    "class B extends A<string> implements Iterable<string> { override m(): void {} *[Symbol.iterator](): any { yield 'b' } " +
    "k(a: string): void; k(a: any): void {} public async n(a: string): Promise<void> {} declare z: string; [k: string]: any }\nreturn [...new B()].join()",
  "const f = function (this: void, a: string) { return a }; return f('a')",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a program
  "const text = `${(1 as number).toFixed(1)} as string`; return text as string // as string",
  "return ((x?: { a?: { b: number } }) => x?.a!.b)({ a: { b: 2 } })",
  "return await (Promise.resolve(4) as Promise<number>)",
  "const é: string = 'é'; return é as 'é'",
];

describe("TypeScript", () => {
  it.each([...TYPED, ...BEYOND_NODE])("loses its types, and nothing moves: %j", async (code) => {
    const source = await sourceOf(code);

    expect(source).toHaveLength(code.length);
    // A character is what it was, or blank; but a semicolon or a parenthesis may stand where a type ended.
    const changed = [...source].filter((unit, at) => unit !== [...code][at]);
    expect(changed.filter((unit) => !" ;)".includes(unit))).toEqual([]);
    expect(source.split("\n")).toHaveLength(code.split("\n").length);
    await expect(run(source)).resolves.toBeDefined();
  });

  const strip = nodeModule.stripTypeScriptTypes;
  it.runIf(strip !== undefined).each(TYPED)("comes to what Node makes of it: %j", async (code) => {
    const asFunction = strip(`(async () => {${code}\n})`);
    const [ours, nodes] = await Promise.all([
      run(await sourceOf(code)),
      run(`return (${asFunction.replace(/;$/, "")})()`),
    ]);
    expect(JSON.stringify(ours)).toBe(JSON.stringify(nodes));
  });
});

it("is not read in each of the ways that there are, where each part of it has two", async () => {
  const hostile = `const a: any = ${"<T>(".repeat(18)}b${")".repeat(18)}`;
  expect(await sourceOf(hostile)).toMatch(/^refused: .*unexpected ":" at line 1, column 8\./);
});
