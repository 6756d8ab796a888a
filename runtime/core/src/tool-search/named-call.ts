import { isFields } from "../json/is-json-object.ts";
import type { LlmToolCall } from "../model/messages.ts";
import { decodeArguments } from "../schema/decode/decode-arguments.ts";

/** The tool by which a model calls those that are not in its list. */
export const CALL_TOOL = "call_tool";

/** Up to the arguments of the tool that is named, as models write it. */
export const BEFORE_ARGUMENTS = /^\s*\{\s*"name"\s*:\s*"([^"\\]+)"\s*,\s*"arguments"\s*:\s*(?=\{)/;

/** The call that a call of `call_tool` stands for; the same call where it stands for none. */
export function namedCall(call: LlmToolCall): LlmToolCall {
  if (call.function.name !== CALL_TOOL) return call;
  const decoded = decodeArguments(call.function.arguments);
  if (!decoded.ok || !isFields(decoded.value)) return call;
  const { name, arguments: given, ...beside } = decoded.value;
  if (typeof name !== "string" || name.trim() === "") return call;
  // Which of them are meant nobody knows: `call_tool` itself refuses them.
  if (given !== undefined && Object.keys(beside).length > 0) return call;
  const text = ownText(call.function.arguments) ?? textOf(given ?? beside);
  return { ...call, function: { name, arguments: text } };
}

/** As the model wrote them: numbers keep their digits. */
function ownText(text: unknown): string | undefined {
  const [before] = typeof text === "string" ? (BEFORE_ARGUMENTS.exec(text) ?? []) : [];
  if (typeof text !== "string" || before === undefined) return undefined;
  const whole = text.trimEnd();
  const own = whole.endsWith("}") ? whole.slice(before.length, -1).trimEnd() : "";
  return own !== "" && decodeArguments(own).ok ? own : undefined;
}

/** Small models write arguments as a text in a text. */
function textOf(given: unknown): string {
  return typeof given === "string" ? given : JSON.stringify(given);
}

/** The call of `call_tool` that stands for this call. */
export function throughCallTool(call: LlmToolCall): LlmToolCall {
  const { name, arguments: text } = call.function;
  const written = `{"name":${JSON.stringify(name)},"arguments":${text.trim() === "" ? "{}" : text}}`;
  return { ...call, function: { name: CALL_TOOL, arguments: written } };
}
