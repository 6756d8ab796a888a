import type { Tool } from "./tool.ts";

/** By its compiled input, which only `makeTool` makes: an object of one's own may have a field of any name. */
export function isTool(value: unknown): value is Tool {
  if (typeof value !== "object" || value === null || !("definition" in value) || !("spec" in value)) return false;
  const input: unknown = Reflect.get(Object(value.spec), "input");
  return typeof Reflect.get(Object(input), "check") === "function";
}
