import type { Script, ToolErrorFields } from "../script.ts";

const refusal: ToolErrorFields = {
  code: "approval_denied",
  message: "Not on a Sunday.",
  suggestion: "Ask on Monday.",
  tool: "pay",
  ran: "no",
};

/** Errors are caught as the language has it, and say where they are when nobody catches them. */
export const errorScripts: readonly Script[] = [
  {
    name: "a call that failed throws a ToolError with all that is known",
    source: `try { await tools.pay({}); } catch (error) {
  return [error instanceof ToolError, error instanceof Error, error.name, { ...error, message: error.message }];
}`,
    turns: [
      { calls: [["pay", {}, 1]] },
      { settle: { call: 0, error: refusal }, returns: [true, true, "ToolError", refusal] },
    ],
  },
  {
    name: "attempt gives an outcome in place of an error",
    source:
      "const [a, b] = [await attempt(tools.list()), await attempt(tools.pay())];\nreturn [a, b.ok, b.error.code];",
    turns: [
      { calls: [["list", {}]] },
      { settle: { call: 0, value: 3 }, calls: [["pay", {}]] },
      { settle: { call: 1, error: refusal }, returns: [{ ok: true, value: 3 }, false, "approval_denied"] },
    ],
  },
  {
    name: "attempt calls a function with what is given beside it",
    source: "return [(await attempt(tools.pay, { euros: 1 })).value, (await attempt(() => 2)).value];",
    turns: [{ calls: [["pay", { euros: 1 }]] }, { settle: { call: 0, value: 1 }, returns: [1, 2] }],
  },
  {
    name: "a second object of arguments is refused, and the number that a list gives is none",
    source: `const { error } = await attempt(tools.pay({ euros: 1 }, { isTest: true }));
return [error.code, error.ran, ...(await Promise.all([{ n: 1 }].map(tools.list)))];`,
    turns: [
      { calls: [["list", { n: 1 }]] },
      { settle: { call: 0, value: 3 }, returns: ["invalid_arguments", "no", 3] },
    ],
  },
  {
    name: "allSettled and catch see the error",
    source:
      "const seen = await Promise.allSettled([tools.pay(), tools.pay().catch((error) => error.ran)]);\nreturn seen.map(({ status, value, reason }) => [status, value ?? reason.code]);",
    turns: [
      {
        calls: [
          ["pay", {}],
          ["pay", {}],
        ],
      },
      { settle: { call: 1, error: refusal } },
      {
        settle: { call: 0, error: refusal },
        returns: [
          ["rejected", "approval_denied"],
          ["fulfilled", "no"],
        ],
      },
    ],
  },
  {
    name: "an error of a call that nobody catches ends the program at the line of the call",
    source: "\n\nconst sent =\n  await tools.pay({});",
    turns: [
      { calls: [["pay", {}, 4]] },
      { settle: { call: 0, error: refusal }, throws: { name: "ToolError", message: "Not on a Sunday.", line: 4 } },
    ],
  },
  {
    name: "an error of the program says its line",
    source: "const x = undefined;\nfunction read() {\n  return x.y;\n}\nread();",
    turns: [{ throws: { name: "TypeError", line: 3 } }],
  },
  {
    name: "an error on the first line says its column",
    source: "missing();",
    turns: [{ throws: { name: "ReferenceError", line: 1, column: 1 } }],
  },
  {
    name: "any value can be thrown",
    source: "throw { a: 1 };",
    turns: [{ throws: { name: "Error", message: '{"a":1}' } }],
  },
  {
    name: "an error that ends the program is told with its cause",
    source: "await tools.pay({}).catch((cause) => { throw new Error('Not paid', { cause }); });",
    turns: [
      { calls: [["pay", {}]] },
      {
        settle: { call: 0, error: refusal },
        throws: { name: "Error", message: "Not paid (ToolError: Not on a Sunday.)" },
      },
    ],
  },
  {
    name: "an error of several is told with theirs",
    source: "await Promise.any([tools.pay({}), Promise.reject('off')]);",
    turns: [
      { calls: [["pay", {}]] },
      {
        settle: { call: 0, error: refusal },
        throws: { name: "AggregateError", message: "ToolError: Not on a Sunday.; off" },
      },
    ],
  },
  {
    name: "causes of an error that cannot be read are left out",
    source: "throw Object.defineProperty(new Error('mine'), 'cause', { get() { throw 1; } });",
    turns: [{ throws: { name: "Error", message: "mine" } }],
  },
  {
    name: "a proxy that was revoked can be logged and thrown",
    source: "const { proxy, revoke } = Proxy.revocable([], {});\nrevoke();\nconsole.log(proxy);\nthrow proxy;",
    turns: [{ console: ["log: [object]"], throws: { name: "Error", message: "[object]" } }],
  },
  {
    name: "an error in a microtask ends the program",
    source: "queueMicrotask(() => { throw new RangeError('late'); });\nawait tools.list();",
    turns: [{ calls: [["list", {}]], throws: { name: "RangeError", message: "late", line: 1 } }],
  },
  ...(
    [
      ["return 1;\nlet a = ;", { line: 2, column: 9 }],
      ["if (true) {\n  return 1;", { line: 2, message: "unexpected end of the program" }],
      ["return 1;\n}", { message: 'a "}" too many' }],
      ["return `abc", {}],
      ["/* abc", {}],
      ["}), (async function () { return 2;", {}],
      ["import fs from 'node:fs';", { line: 1 }],
    ] as const
  ).map(
    ([source, error]): Script => ({
      name: `a source that does not parse is told so, and nothing of it runs: ${JSON.stringify(source)}`,
      source,
      turns: [{ throws: { name: "SyntaxError", isInvalid: true, ...error } }],
    }),
  ),
  {
    name: "a comment at the end of the source hides nothing",
    source: "return 1; // the end",
    turns: [{ returns: 1 }],
  },
];
