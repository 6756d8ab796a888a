import { errorInfo } from "../../result/failure.ts";
import type { ToolResult } from "../../result/tool-result.ts";

/** The result of a failure that a tool or a hook reported as 000 writes it: an object with nothing but a text `error`. */
export function failedOutput(value: unknown): ToolResult | undefined {
  if (typeof value !== "object" || value === null || Object.keys(value).join() !== "error") return undefined;
  const error: unknown = Reflect.get(value, "error");
  if (typeof error !== "string") return undefined;
  return {
    output: { type: "json", value: { error } },
    silent: false,
    isError: true,
    async: false,
    error: errorInfo({ code: "execution_failed", message: error }),
  };
}
