import type { Script } from "../script.ts";

const raced = `const calls = ["a", "b", "c"].map((name) => tools.list({ name }));
const ends = [];
calls.forEach((call, at) => call.then(() => ends.push(at)));
const first = await Promise.race(calls);
await Promise.all(calls);
return { first, ends };`;
const asked = { calls: ["a", "b", "c"].map((name) => ["list", { name }] as const) };

/** One result is one turn, in the order in which they are given. */
export const orderScripts: readonly Script[] = [
  {
    name: "a race is won by the result that was given first",
    source: raced,
    turns: [
      asked,
      { settle: { call: 2, value: "C" } },
      { settle: { call: 0, value: "A" } },
      { settle: { call: 1, value: "B" }, returns: { first: "C", ends: [2, 0, 1] } },
    ],
  },
  {
    name: "another order of results is another race",
    source: raced,
    turns: [
      asked,
      { settle: { call: 1, value: "B" } },
      { settle: { call: 2, value: "C" } },
      { settle: { call: 0, value: "A" }, returns: { first: "B", ends: [1, 2, 0] } },
    ],
  },
  {
    name: "what follows from a result is asked for before the next result is given",
    source: `const paid = async (name) => tools.pay({ list: await tools.list({ name }) });
return await Promise.all([paid("a"), paid("b")]);`,
    turns: [
      {
        calls: [
          ["list", { name: "a" }, 1],
          ["list", { name: "b" }, 1],
        ],
      },
      { settle: { call: 1, value: 2 }, calls: [["pay", { list: 2 }]] },
      { settle: { call: 0, value: 1 }, calls: [["pay", { list: 1 }]] },
      { settle: { call: 3, value: "first" } },
      { settle: { call: 2, value: "second" }, returns: ["first", "second"] },
    ],
  },
  {
    name: "a failure in Promise.all ends it, and the other calls can still be given",
    source:
      "try { await Promise.all([tools.list(), tools.pay()]); } catch { await tools.list({ last: true }); }\nreturn 1;",
    turns: [
      {
        calls: [
          ["list", {}],
          ["pay", {}],
        ],
      },
      {
        settle: { call: 1, error: { code: "timeout", message: "Late.", tool: "pay", ran: "yes" } },
        calls: [["list", { last: true }]],
      },
      { settle: { call: 0, value: 1 } },
      { settle: { call: 2 }, returns: 1 },
    ],
  },
];
