import { expect, it } from "vitest";
import { mentionedTools } from "./mentions.ts";

it.each<[string, readonly string[], boolean]>([
  ["return [await tools.a({}), tools['b-c'](), tools?.d?.(), tools.a()]", ["a", "b-c", "d"], false],
  ["const { a, 'b-c': b } = tools; return a()", ["a", "b-c"], false],
  ["return { tools: 1 }", [], false],
  ["// tools.a\nreturn 'tools.b'", [], false],
  ["return tools[name]({})", [], true],
  ["const { a, ...rest } = tools", [], true],
  ["const { [a]: b } = tools", [], true],
  ["helper(tools); tools.a()", ["a"], true],
  ["return { tools }", [], true],
  ["const t = tools; t.a()", [], true],
  ["globalThis['to' + 'ols'].a()", [], true],
  ["(() => {}).constructor('return tools')", [], true],
  ["eval('tools.a()')", [], true],
  ["this.tools.a()", [], true],
  ["return }", [], true],
  [`return tools.a() + ${Array.from({ length: 2_000 }, () => "1").join("+")}`, ["a"], false],
])("reads %j", async (source, names, any) => {
  expect(await mentionedTools(source)).toEqual({ names, any });
});
