import fc from "fast-check";
import { expect, test } from "vitest";
import { firstTurn } from "./cases/limits.ts";
import { quickJs } from "./quick-js.ts";

const executor = quickJs({ threads: false });
const broken = "Object.defineProperty(Array.prototype, 0, { set() { throw 'set'; } });";

async function returned(source: string) {
  return (await firstTurn(executor, { source })).ended;
}

test("a value has the same JSON where the engine cannot make it", async () => {
  const check = async (text: string) => {
    expect(await returned(`${broken} return ${text};`)).toEqual({ ok: true, json: text });
  };
  const value = fc.json().map((text) => JSON.stringify(JSON.parse(text)));
  // A key of this name in a literal is no key of the value.
  const literal = value.filter((text) => !text.includes("__proto__"));
  await fc.assert(fc.asyncProperty(literal, check), { numRuns: Number(process.env.PROPERTY_RUNS ?? 50) });
});

test.each([
  "undefined",
  "[undefined, NaN, -0, 1 / 0, , 1e21, 1e-7]",
  "{ a: undefined, b: { toJSON: (key) => key }, c: [{ toJSON: (key) => typeof key + key }] }",
  "Object.assign(() => 1, { toJSON: () => 1 })",
  "{ toJSON() {} }",
  "[new Date(0), /a/, new Error('a'), Object(1), Object('a'), Object(false)]",
  "Object(1n)",
  "[1n]",
  "{ a: [new Map([['a', new Set([1])]])] }",
  "{ a: Symbol('a') }",
  "new Proxy([1, [2]], {})",
  "new Proxy({ a: 1 }, { ownKeys: () => ['a'] })",
  "(() => { const a = {}; return (a.a = [a]); })()",
  "(() => { const a = [1]; return { a, b: [a, a] }; })()",
  "(() => { let a = []; for (let n = 0; n < 2000; n += 1) a = { a: [a] }; return a; })()",
  "Object.defineProperty({ a: 1, [Symbol('b')]: 2 }, 'c', { value: 3 })",
  "'\\ud83d\\u2028\\n'",
])("%s comes to the same where the engine cannot make its JSON", async (value) => {
  const usual = await returned(`return ${value};`);
  expect(usual).toBeDefined();
  expect(await returned(`${broken} return ${value};`)).toEqual(usual);
});
