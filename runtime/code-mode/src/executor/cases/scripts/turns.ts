import type { Script } from "../script.ts";

/** What a turn is: the machine runs until it can only wait. */
export const turnScripts: readonly Script[] = [
  { name: "a program that asks for nothing ends in its first turn", source: "return 1 + 1;", turns: [{ returns: 2 }] },
  { name: "a program without a return gives null", source: "1 + 1;", turns: [{ returns: null }] },
  { name: "undefined is returned as null", source: "return undefined;", turns: [{ returns: null }] },
  {
    name: "a call is asked for in the turn that makes it, and its result is the next turn",
    source: "const due = await tools.list({ person: 'Ada' });\nreturn await tools.pay({ euros: due[0] });",
    turns: [
      { calls: [["list", { person: "Ada" }, 1]] },
      { settle: { call: 0, value: [12] }, calls: [["pay", { euros: 12 }, 2]] },
      { settle: { call: 1, value: { ok: true } }, returns: { ok: true } },
    ],
  },
  {
    name: "calls of one turn are numbered in the order of asking",
    source: "return await Promise.all([3, 1, 2].map((n) => tools.list({ n })));",
    turns: [
      {
        calls: [
          ["list", { n: 3 }],
          ["list", { n: 1 }],
          ["list", { n: 2 }],
        ],
      },
      { settle: { call: 2, value: "c" } },
      { settle: { call: 0, value: "a" } },
      { settle: { call: 1, value: "b" }, returns: ["a", "b", "c"] },
    ],
  },
  {
    name: "all microtasks of a turn are done before it ends",
    source: "let n = 0;\nwhile (n < 500) { await null; n += 1; }\nawait tools.list({ n });\nreturn n;",
    turns: [{ calls: [["list", { n: 500 }, 3]] }, { settle: { call: 0 }, returns: 500 }],
  },
  {
    name: "a call that nobody awaits is asked for, also in the turn that ends",
    source: "tools.pay({ euros: 1 });\nreturn 'done';",
    turns: [{ calls: [["pay", { euros: 1 }]], returns: "done" }],
  },
  {
    name: "a turn after the end is empty",
    source: "tools.pay({});\nreturn 1;",
    turns: [{ calls: [["pay", {}]], returns: 1 }, { settle: { call: 0 } }],
  },
  {
    name: "a promise that nothing settles leaves a turn without calls and without an end",
    source: "await new Promise(() => {});",
    turns: [{}],
  },
  {
    name: "a call without arguments has none of them",
    source: "await tools.list();",
    turns: [{ calls: [["list", {}]] }],
  },
  {
    name: "any name can be asked for, and the names that there are are listed",
    source:
      "tools.nowhere({ a: 1 });\ntools['mcp__a-b']({});\nreturn [Object.keys(tools), 'pay' in tools, 'x' in tools];",
    turns: [
      {
        calls: [
          ["nowhere", { a: 1 }],
          ["mcp__a-b", {}],
        ],
        returns: [["list", "pay"], true, false],
      },
    ],
  },
  {
    name: "tools can be returned from an async function, for they have no then",
    source: "const found = await (async () => tools)();\nreturn typeof found.then;",
    turns: [{ returns: "undefined" }],
  },
  {
    name: "the console takes what others take, and says what there is to say",
    source: `console.group("bills");
console.table([{ euros: 1 }], ["euros"]);
console.groupEnd();
console.dir({ a: 1 }, { depth: 0 });
console.assert(1 < 2, "never");
console.assert(1 > 2, "once");
console.trace("here");
for (const name of ["time", "timeLog", "timeEnd", "count", "countReset", "clear"]) console[name]("a");`,
    turns: [
      {
        console: ["log: bills", 'log: [{"euros":1}]', 'log: {"a":1}', "error: Assertion failed: once", "log: here"],
        returns: null,
      },
    ],
  },
  {
    name: "console and show belong to the turn in which they were said",
    source:
      "console.log('a', 1, { b: [2] });\nawait tools.list();\nconsole.error(new TypeError('no'));\nshow({ c: 3 });",
    turns: [
      { calls: [["list", {}]], console: ['log: a 1 {"b":[2]}'] },
      { settle: { call: 0 }, console: ["error: TypeError: no"], shown: [{ c: 3 }], returns: null },
    ],
  },
];
