import { isJsonArray } from "../json/is-json-array.ts";
import { isMcpResult } from "../result/is-tool-result.ts";
import type { ToolOutput } from "../result/output.ts";
import type { Tool } from "../tool/tool.ts";

/** Data of this form is most likely meant as an output, and would be shown as JSON. Undefined in production. */
export function returnedOutput({ name }: Tool, value: unknown): string | undefined {
  const environment: unknown = Reflect.get(Reflect.get(globalThis, "process") ?? {}, "env");
  if (Reflect.get(Object(environment), "NODE_ENV") === "production") return undefined;
  return isMcpResult(value)
    ? `Tool ${name} returned { content: [...] }, which is a result of MCP; it is taken as data. Return the text itself, or partsOutput([...]).`
    : `Tool ${name} returned an object that looks like an output, and is taken as data: textOutput(), jsonOutput() and partsOutput() make outputs.`;
}

const UNWRITTEN = /expected (?:date|map|set|bigint)\b/i;

/** A schema of what `execute` returns, where JSON has another form for that. Undefined for any other misfit. */
export function unwrittenForm({ name }: Tool, said: string): string | undefined {
  if (!UNWRITTEN.test(said)) return undefined;
  return `Tool ${name}: Outputs are checked as JSON writes them: a date is a text, a Map a list of entries, a Set a list, a BigInt a text.`;
}

/** A key that is misspelt lets nothing out, and nobody would know why. */
export function nothingShown({ name, spec: { allowlist = [] } }: Tool, output: ToolOutput): string {
  if (allowlist.length === 0) return `Tool ${name}: its allowlist is empty, so nothing may be shown; "none" says so.`;
  const keyless = withoutKeys(output);
  return keyless === undefined
    ? `Tool ${name}: the output has none of the keys of its allowlist (${String(allowlist)}), so {} is shown.`
    : `Tool ${name}: the output is ${keyless} no keys; allowlist must be "all" or "none".`;
}

/** Undefined for an object. */
function withoutKeys(output: ToolOutput): string | undefined {
  if (output.type === "parts") return "parts, which have";
  if (output.type === "text") return "a text, which has";
  const { value } = output;
  if (value === null) return "null, which has";
  if (typeof value !== "object") return `a ${typeof value}, which has`;
  return isJsonArray(value) ? "a list, which has" : undefined;
}

/** Tools that a log has been told of: a server with a hundred runs an hour says it once. */
const told = new WeakSet<Tool>();

/** Undefined where all of them have been named before. */
export function undescribed(tools: readonly Tool[]): string | undefined {
  const names = tools.flatMap((tool) => (told.has(tool) ? [] : [tool.name]));
  for (const tool of tools) told.add(tool);
  const last = names.pop();
  if (last === undefined) return undefined;
  return names.length === 0
    ? `The tool ${last} has no description: a model is told nothing of what it is for.`
    : `The tools ${names.join(", ")} and ${last} have no description: a model is told nothing of what they are for.`;
}

export const NO_MESSAGES =
  'There are no messages, and most models refuse a request without one: [{ role: "user", content: "Hello." }].';
