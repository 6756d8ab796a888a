import type { Script } from "../script.ts";

const value = { text: 'ä€😀\u2028\\"', list: [1, -0.5, 1e300, null, true], __proto: {}, nested: { deep: [[[]]] } };

/** Only JSON passes, and all of it. */
export const valueScripts: readonly Script[] = [
  {
    name: "JSON passes whole, in both directions",
    source: "const given = await tools.list({ value: await tools.list() });\nreturn given;",
    turns: [
      { calls: [["list", {}]] },
      { settle: { call: 0, value }, calls: [["list", { value }]] },
      { settle: { call: 1, value }, returns: value },
    ],
  },
  {
    name: "half of a pair of surrogates passes",
    source: "return await tools.list({ half: '\\ud83d' });",
    turns: [{ calls: [["list", { half: "\ud83d" }]] }, { settle: { call: 0, value: "\ude00" }, returns: "\ude00" }],
  },
  {
    name: "what a turn says in short words and in long ones stays in its order",
    source: `tools.list({ a: "ä😀,\\n".repeat(20000) });
console.log("\\ud83d");
console.log("\\ude00,1\\n");
console.log("");
tools.list({ b: 1 });
tools.list("c".repeat(70000));
return "d".repeat(70000);`,
    turns: [
      {
        calls: [
          ["list", { a: "ä😀,\n".repeat(20_000) }],
          ["list", { b: 1 }],
          ["list", "c".repeat(70_000)],
        ],
        console: ["log: \ud83d", "log: \ude00,1\n", "log: "],
        returns: "d".repeat(70_000),
      },
    ],
  },
  {
    name: "a value that says of itself that it is nothing is null",
    source: "show({ toJSON() {} });\nreturn { toJSON() {} };",
    turns: [{ shown: [null], returns: null }],
  },
  {
    name: "a key __proto__ in a result is a key",
    source:
      "const given = await tools.list();\nreturn [Object.keys(given), given.polluted === undefined, {}.polluted === undefined];",
    turns: [
      { calls: [["list", {}]] },
      { settle: { call: 0, value: JSON.parse('{"__proto__":{"polluted":1}}') }, returns: [["__proto__"], true, true] },
    ],
  },
  {
    name: "a Map is a list of entries, and a Set is a list",
    source: `class Counts extends Map {}
return { map: new Map([["a", new Set([1])]]), counts: new Counts([["b", 2]]), date: new Date(0) };`,
    turns: [{ returns: { map: [["a", [1]]], counts: [["b", 2]], date: "1970-01-01T00:00:00.000Z" } }],
  },
  {
    name: "an error has its name and its message, beside its own fields",
    source: `class Odd extends Error { get message() { throw 1; } }
return [Object.assign(new TypeError("off"), { status: 4 }), new Odd(), (await attempt(tools.pay(1n))).error];`,
    turns: [
      {
        returns: [
          { name: "TypeError", message: "off", status: 4 },
          { name: "Error" },
          {
            message: "The arguments are no JSON: a BigInt is no JSON",
            code: "invalid_arguments",
            tool: "pay",
            ran: "no",
          },
        ],
      },
    ],
  },
  {
    name: "a cause is a part of its error, typed arrays are lists, and a pattern is its text",
    source: `const error = new Error("off", { cause: new TypeError("why") });
return [error, new AggregateError([new Error("one")], "all"), new Uint8Array([1, 2]), { pattern: /a+/g }];`,
    turns: [
      {
        returns: [
          { name: "Error", message: "off", cause: { name: "TypeError", message: "why" } },
          { name: "AggregateError", message: "all", errors: [{ name: "Error", message: "one" }] },
          [1, 2],
          { pattern: "/a+/g" },
        ],
      },
    ],
  },
  {
    name: "the console shows what of a value is no JSON",
    source: `console.log({ map: new Map([["a", 1]]), error: new Error("off"), big: 1n, wait: tools.list(), none: 0 / 0 });
console.log(new Set([1]), [() => 1]);`,
    turns: [
      {
        calls: [["list", {}]],
        console: [
          'log: {"map":[["a",1]],"error":{"name":"Error","message":"off"},"big":"[a BigInt]","wait":"[a promise that was not awaited]","none":"NaN"}',
          'log: [1] ["[a function]"]',
        ],
        returns: null,
      },
    ],
  },
  ...[
    "() => 1",
    "Symbol('a')",
    "1n",
    "{ a: { b() {} } }",
    "{ a: tools.list() }",
    "[new Promise(() => {})]",
    "new Map([[1, 2]]).values()",
    "{ found: 'aba'.matchAll(/a/g) }",
    "(async function* () {})()",
    "new ArrayBuffer(8)",
    "{ seen: new WeakSet() }",
  ].map(
    (text): Script => ({
      name: `a program that returns ${text} is told so`,
      source: `return ${text};`,
      turns: [{ throws: { name: "TypeError" }, ...(text.includes("tools") && { calls: [["list", {}]] }) }],
    }),
  ),
  {
    name: "what is no number and no date is a word",
    source: "return [0 / 0, 1 / 0, -1 / 0, new Date('then'), null, undefined];",
    turns: [{ returns: ["NaN", "Infinity", "-Infinity", "Invalid Date", null, null] }],
  },
  {
    name: "JSON.parse gives a value that is no text back, and reads a text",
    source: `const given = await tools.list();
let said;
try { JSON.parse("{"); } catch (error) { said = error.name; }
return [JSON.parse(given) === given, JSON.parse([1]), JSON.parse('{"a":2}', (key, value) => value), JSON.parse(3), JSON.parse(null), said];`,
    turns: [
      { calls: [["list", {}]] },
      { settle: { call: 0, value: { a: 1 } }, returns: [true, [1], { a: 2 }, 3, null, "SyntaxError"] },
    ],
  },
  {
    name: "a program that returns a circle is told so",
    source: "const a = {};\na.a = a;\nreturn a;",
    turns: [{ throws: { name: "TypeError" } }],
  },
  ...[
    "const a = new Map(); a.set('a', [a]);",
    "const a = new Set(); a.add({ a });",
    "const a = new Error('a'); a.cause = new Error('b', { cause: a });",
  ].map(
    (text): Script => ({
      name: `a circle through what stands for a value is told, too: ${text}`,
      source: `${text}
const { error } = await attempt(tools.pay({ a }));
console.log(a instanceof Error ? 1 : a);
return { message: error.message, twice: [new Map([[1, 2]])].flatMap((map) => [map, map]), a };`,
      turns: [
        {
          console: [`log: ${text.includes("Error") ? "1" : "[object]"}`],
          throws: { name: "TypeError", message: "The returned value is no JSON: circular reference" },
        },
      ],
    }),
  ),
  {
    name: "arguments that are no JSON are refused in the program, and no call is made",
    source: `const codes = [];
const circle = {};
circle.circle = circle;
const none = [1n, { a: 1n }, circle, () => 1, { get a() { throw new Error("no"); } }, tools.list(), { a: 0 / 0 }, [1 / 0]];
none.push({ since: new Date("then") }, { ids: new Set([1]).values() }, { pattern: /a/ });
for (const args of none) {
  const { error } = await attempt(tools.pay(args));
  codes.push([error instanceof ToolError, error.code, error.tool, error.ran]);
}
return codes;`,
    turns: [{ calls: [["list", {}]], returns: Array(11).fill([true, "invalid_arguments", "pay", "no"]) }],
  },
];
