import { isJsonObject } from "../json/is-json-object.ts";
import type { JsonObject } from "../json/json.ts";
import { toJson } from "../json/to-json.ts";
import { ARGUMENT_LIMITS } from "../schema/decode/decode-arguments.ts";
import type { ArgumentsText } from "../tool/tool.ts";

/** A text that no runner takes for JSON: what cannot be written as JSON is refused like what is none. */
const NOT_JSON = "[";

/** Whatever a program hands over as arguments, as a runner takes it. Nothing at all is an empty object. */
export function argumentsOf(args: unknown): ArgumentsText | JsonObject {
  if (typeof args === "string") return args;
  const copied = toJson(args ?? {}, ARGUMENT_LIMITS.maxBytes);
  if (!copied.ok) return NOT_JSON;
  return isJsonObject(copied.value) ? copied.value : JSON.stringify(copied.value);
}
