// What one call has more of: its schema, its arguments, its output, what is masked in it.
import { defineTool, secret, ToolRegistry, ToolRunner } from "@toolwright/core";
import { type Axis, expectThat, type Work } from "./axis.ts";

const KB = 1_024;
const ANYTHING = { type: "object" } as const;

export const CALL_AXES: readonly Axis[] = [
  { name: "secrets", n: 50, prepare: manySecrets },
  { name: "characters of a secret", n: 200, prepare: longSecret },
  { name: "fields of a schema", n: 50, prepare: (size) => called({ schema: fieldsOf(size), args: valuesOf(size) }) },
  { name: "fields of a schema that are wrong", n: 50, prepare: wrongFields },
  {
    name: "values of an enum",
    n: 500,
    prepare: (size) => called({ schema: enumOf(size), args: [{ one: `value-${size - 1}` }] }),
  },
  { name: "values of an enum of which none is meant", n: 500, prepare: wrongValues },
  { name: "objects that have to be unique", n: 500, prepare: uniqueObjects },
  { name: "members whose names a pattern takes", n: 500, prepare: patternedMembers },
  { name: "levels of a value whose schema refers to itself twice", n: 4, prepare: levels },
  ...Object.entries(BROKEN()).map(([name, broken]) => ({
    name: `broken JSON: ${name}`,
    n: 64 * KB,
    prepare: (size: number) => called({ schema: ANYTHING, args: [broken(size)], isRefused: true }),
  })),
  { name: "bytes of an output in lines", n: 256 * KB, prepare: (size) => gives("one line of it\n".repeat(size / 15)) },
  { name: "bytes of an output in one line", n: 256 * KB, prepare: (size) => gives("x".repeat(size)) },
  {
    name: "objects of an output",
    n: 2_000,
    prepare: (size) => gives(list(size, (id) => ({ id, name: `name of ${id}` }))),
  },
  { name: "pieces that a tool prints", n: 1_000, prepare: pieces },
];

interface Called {
  readonly schema: Record<string, unknown>;
  /** What each call is made with: as JSON, or as text that is none. */
  readonly args: readonly unknown[];
  readonly isRefused?: boolean;
}

function called({ schema, args, isRefused = false }: Called): Work {
  const tool = defineTool({ name: "take", description: "Takes it.", input: schema, execute: () => "ok" });
  const runner = new ToolRunner({ registry: new ToolRegistry([tool]), redundancy: "off", loopGuard: false });
  const texts = args.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  return async () => {
    for (const text of texts) {
      const { result } = await runner.exec({ name: "take", arguments: text });
      // Broken JSON may be mended as well as refused; a right call has to run.
      expectThat(isRefused || !result.isError, `${result.error?.message.slice(0, 200)}`);
    }
  };
}

function fieldsOf(size: number): Record<string, unknown> {
  const fields = list(size, (at): [string, object] => [`field_${at}`, { type: "string", minLength: 1 }]);
  return {
    type: "object",
    properties: Object.fromEntries(fields),
    required: fields.map(([name]) => name),
    additionalProperties: false,
  };
}

function valuesOf(size: number): Record<string, string>[] {
  return list(10, (call) => Object.fromEntries(list(size, (at) => [`field_${at}`, `value ${at} of ${call}`])));
}

function wrongFields(size: number): Work {
  const args = valuesOf(size).map((values) => Object.fromEntries(Object.keys(values).map((key) => [`${key}x`, 1])));
  return called({ schema: fieldsOf(size), args, isRefused: true });
}

function enumOf(size: number): Record<string, unknown> {
  return {
    type: "object",
    properties: { one: { type: "string", enum: list(size, (at) => `value-${at}`) } },
    required: ["one"],
  };
}

function wrongValues(size: number): Work {
  const args = list(10, (call) => ({ one: `valeu-${call}-none` }));
  return called({ schema: enumOf(size), args, isRefused: true });
}

function uniqueObjects(size: number): Work {
  const schema = { type: "object", properties: { all: { type: "array", uniqueItems: true } } };
  return called({ schema, args: [{ all: list(size, (id) => ({ id, of: { name: `x${id}` } })) }] });
}

function patternedMembers(size: number): Work {
  const all = { type: "object", patternProperties: { "^item_": { type: "string" } } };
  const args = [{ all: Object.fromEntries(list(size, (at) => [`item_${at}`, "x"])) }];
  return called({ schema: { type: "object", properties: { all } }, args });
}

/** Operations of operations: what each is stands behind its operands, so that nothing says early which it is. */
function levels(size: number): Work {
  const term = { $ref: "#/$defs/term" };
  const operation = (kind: string) => ({
    ...{ type: "object", properties: { left: term, right: term, kind: { const: kind } } },
    required: ["left", "right", "kind"],
  });
  const kinds = ["add", "subtract", "multiply"];
  const $defs = { term: { anyOf: [{ type: "number" }, ...kinds.map(operation)] } };
  let value: unknown = 1;
  for (let level = 0; level < size; level += 1) value = { left: value, right: 1, kind: kinds[level % 3] };
  return called({ schema: { type: "object", properties: { value: term }, $defs }, args: [{ value }] });
}

function manySecrets(size: number): Work {
  const secrets = list(size, (at) => secret(`name_${at}`, `secret-value-${at}-of-many`));
  const text = "a line that says nothing of secret-value, and goes on for a while\n".repeat(1_000);
  const tool = defineTool({ name: "give", description: "Gives.", input: ANYTHING, execute: () => text });
  return async () => {
    const runner = new ToolRunner({ registry: new ToolRegistry([tool]), secrets, redundancy: "off", loopGuard: false });
    const { result } = await runner.exec({ name: "give", arguments: "{}" });
    expectThat(!result.isError, "The call failed.");
  };
}

/** A key of so many characters, and an output that has it in the lines that `base64` writes. */
function longSecret(size: number): Work {
  const value = list(size, (at) => String.fromCharCode(48 + ((at * at * 7 + at * 31) % 75))).join("");
  const text = btoa(value).replace(/.{76}/g, "$&\n");
  const tool = defineTool({ name: "give", description: "Gives.", input: ANYTHING, execute: () => text });
  return async () => {
    const secrets = [secret("key", value)];
    const runner = new ToolRunner({ registry: new ToolRegistry([tool]), secrets, redundancy: "off", loopGuard: false });
    const { result } = await runner.exec({ name: "give", arguments: "{}" });
    const isMasked = result.output.type === "text" && result.output.text.startsWith("[secret:key]");
    expectThat(isMasked, "The secret was shown.");
  };
}

/** Texts that begin as JSON does, and are none. */
function BROKEN(): Record<string, (size: number) => string> {
  return {
    "never closed": (size) => `{"text":"${"a ".repeat(size / 2)}`,
    "opened again and again": (size) => `{"a":${"[".repeat(size)}`,
    "without quotes": (size) => `{${"key: value, ".repeat(size / 12)}}`,
    "without commas": (size) => `{${'"key": "value" '.repeat(size / 15)}}`,
    "quotes within quotes": (size) => `{"text":"${'he said "yes" '.repeat(size / 14)}"}`,
    backslashes: (size) => `{"text":"${"\\".repeat(size + 1)}"}`,
    "one object after the other": (size) => '{"a":1}'.repeat(size / 7),
  };
}

function gives(output: unknown): Work {
  const tool = defineTool({ name: "give", description: "Gives.", input: ANYTHING, execute: () => output });
  const runner = new ToolRunner({ registry: new ToolRegistry([tool]), redundancy: "off", loopGuard: false });
  return async () => {
    const { result } = await runner.exec({ name: "give", arguments: "{}" });
    expectThat(!result.isError, "The call failed.");
  };
}

function pieces(size: number): Work {
  const tool = defineTool({
    ...{ name: "print", description: "Prints.", input: ANYTHING, streamsOutput: true },
    execute: (_, context) => {
      for (let at = 0; at < size; at += 1) context.emitOutput(`piece ${at} of the output\n`);
      return "done";
    },
  });
  const secrets = [secret("key", "correct-horse-battery-staple")];
  const runner = new ToolRunner({ registry: new ToolRegistry([tool]), secrets, redundancy: "off", loopGuard: false });
  return async () => {
    const { result } = await runner.exec({ name: "print", arguments: "{}" });
    expectThat(!result.isError, "The call failed.");
  };
}

function list<T>(size: number, make: (at: number) => T): T[] {
  return Array.from({ length: Math.floor(size) }, (_, at) => make(at));
}
