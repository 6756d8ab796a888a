import type { ExecutorTest } from "./executor-test.ts";
import { expectSame } from "./expect.ts";
import { firstTurn } from "./limits.ts";

/** Programs that mean harm. Each one ends, makes no call that it did not ask for, and the next program runs. */
const sources: Readonly<Record<string, string>> = {
  "a loop in a callback of a built-in function": "[3, 2, 1].sort(() => { while (true) {} });",
  "a loop in a getter of the result": "return { get a() { while (true) {} } };",
  "a loop in toJSON of the arguments": "await tools.pay({ toJSON() { while (true) {} } });",
  "a loop in what is logged": "console.log({ toString() { while (true) {} }, toJSON() { while (true) {} } });",
  "a loop in an error that is thrown": "throw { get message() { while (true) {} } };",
  "a loop in rejected promises":
    "const again = async () => { while (true) {} }; const on = () => again().catch(on); on();",
  "a loop of microtasks": "const again = () => queueMicrotask(again); again(); await new Promise(() => {});",
  "a million promises":
    "const all = []; for (let n = 0; n < 1e6; n += 1) all.push(Promise.resolve(n)); await Promise.all(all);",
  "a million calls": "for (let n = 0; n < 1e6; n += 1) tools.pay({ n });",
  "deep recursion": "const down = () => down(); down();",
  "deep recursion before a call": "const down = () => { try { down(); } finally { tools.pay(); } }; down();",
  "a regular expression that backtracks": "/(a+)+$/.test('a'.repeat(40) + 'b');",
  "a big integer": "let big = 3n; while (true) big *= big;",
  "a large text": "return 'x'.repeat(100e6);",
  "a large array": "return new Array(1e8).fill(0);",
  "a then that never returns": "return { then() { while (true) {} } };",
  "a then that never answers": "return { then() {} };",
  "a proxy for all": "return new Proxy({}, { get() { while (true) {} }, ownKeys() { while (true) {} } });",
};

/** Puts a function that throws in place of every built-in function that the program can reach. */
const breakAll = `const { getOwnPropertyNames, defineProperty } = Object;
const { ownKeys } = Reflect;
for (const name of getOwnPropertyNames(globalThis)) {
  const target = globalThis[name];
  if (name === "globalThis" || name === "tools" || name === "console") continue;
  for (const owner of [target, target?.prototype]) {
    if (owner === null || (typeof owner !== "object" && typeof owner !== "function")) continue;
    if (owner === Array.prototype) continue;
    for (const key of ownKeys(owner)) {
      try { owner[key] = () => { throw "broken"; }; } catch {}
    }
  }
}`;

export const hostileCases: readonly ExecutorTest[] = [
  ...Object.entries(sources).map(
    ([name, source]): ExecutorTest => ({
      name: `hostile: ${name}`,
      async run(executor) {
        // The promises are to fill the memory, which takes longer.
        const limits = { cpuMs: name === "a million promises" ? 300 : 100, memoryBytes: 16 * 1024 * 1024 };
        const turn = await firstTurn(executor, { source, limits });
        if (turn.failed) expectSame("calls of a turn that failed", turn.calls, []);
        const next = await firstTurn(executor, { source: "return [1 + 1, {}.polluted ?? null];" });
        expectSame("the next program", next.ended, { ok: true, json: "[2,null]" });
      },
    }),
  ),
  {
    name: "hostile: a program that breaks the built-in functions breaks none of the bridge",
    async run(executor) {
      const source = `${breakAll}
defineProperty(Array.prototype, 0, { set() { throw "set"; }, configurable: true });
defineProperty(Object.prototype, "get", { value: 1, writable: true, configurable: true });
tools.pay({ a: 1 });
console.log("said");
return { a: "whole" };`;
      const turn = await firstTurn(executor, { source });
      expectSame(
        "calls",
        turn.calls.map(({ name, json }) => [name, json]),
        [["pay", '{"a":1}']],
      );
      expectSame(
        "console",
        turn.console.map(({ text }) => text),
        ["said"],
      );
      expectSame("ended", turn.ended, { ok: true, json: '{"a":"whole"}' });
    },
  },
  ...Object.entries({
    "a setter": "Object.defineProperty(Array.prototype, 0, { set() { throw 'set'; } });",
    "a constant": "Object.defineProperty(Array.prototype, 1, { value: 1 });",
    "a setter above a length of 0":
      "Object.defineProperty(Array.prototype, 2, { set() { throw 'set'; } }); Array.prototype.length = 0;",
    "a proxy": "Object.setPrototypeOf(Array.prototype, new Proxy({}, { set() { throw 'set'; } }));",
  }).map(
    ([what, source]): ExecutorTest => ({
      name: `hostile: ${what} on Array.prototype changes no arguments and no end`,
      async run(executor) {
        const turn = await firstTurn(executor, {
          source: `${source}\ntools.pay({ a: [1, { b: [] }] });\nreturn { a: [[]] };`,
        });
        const calls = turn.calls.map(({ json }) => json);
        expectSame("calls", calls, ['{"a":[1,{"b":[]}]}']);
        expectSame("ended", turn.ended, { ok: true, json: '{"a":[[]]}' });
      },
    }),
  ),
  {
    name: "hostile: an end cannot be forged by another promise",
    async run(executor) {
      const source = `Object.defineProperty(Promise.prototype, "constructor", { get() { return function forged() {}; } });
Promise.prototype.then = function (done) { done("forged"); return this; };
return "true";`;
      const turn = await firstTurn(executor, { source });
      expectSame("ended", turn.ended, { ok: true, json: '"true"' });
    },
  },
];
