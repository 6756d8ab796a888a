import type { Json, JsonObject, LlmToolCall, ToolMessage } from "@toolwright/core";
import { contentText, isJsonObject, objectIn } from "@toolwright/core/internal";
import { fieldOf, textOf } from "../openai-compatible/wire/json-field.ts";
import { argumentsOf } from "../openai-compatible/wire/read-fragments.ts";

/** A kind of call that this side runs, beside `function_call`: its tool, and the field in which its arguments stand. */
interface CallForm {
  /** Where every call of the kind is for one tool. */
  readonly name?: string;
  readonly field: string;
  /** What came of it, with a failure in the fields that there are for one. */
  result(text: string, isError: boolean): JsonObject;
}

const FORMS: ReadonlyMap<string, CallForm> = new Map<string, CallForm>([
  ["custom_tool_call", { field: "input", result: (output) => ({ output }) }],
  [
    "shell_call",
    { name: "shell", field: "action", result: (text, isError) => ({ output: [shellOutput(text, isError)] }) },
  ],
  ["local_shell_call", { name: "local_shell", field: "action", result: (output) => ({ output }) }],
  [
    "apply_patch_call",
    {
      name: "apply_patch",
      field: "operation",
      result: (output, isError) => ({ status: isError ? "failed" : "completed", output }),
    },
  ],
]);

function shellOutput(text: string, isError: boolean): JsonObject {
  const [stdout, stderr] = isError ? ["", text] : [text, ""];
  return { stdout, stderr, outcome: { type: "exit", exit_code: isError ? 1 : 0 } };
}

/** The name of the tool that an item calls; undefined for what is no call that this side may run. */
export function calledName(item: Json): string | undefined {
  const type = textOf(item, "type");
  if (type === "function_call") return textOf(item, "name");
  const form = FORMS.get(type);
  return form && (form.name ?? textOf(item, "name"));
}

/** The arguments of such an item, as the text of an object. */
export function calledWith(item: Json): string {
  const form = FORMS.get(textOf(item, "type"));
  if (form === undefined) return argumentsOf(item);
  const value = fieldOf(item, form.field);
  return value === undefined ? "" : JSON.stringify({ [form.field]: value });
}

/** The same item without its arguments, which the history holds. */
export function withoutArguments(item: JsonObject): JsonObject {
  const form = FORMS.get(String(item.type));
  return { ...item, [form?.field ?? "arguments"]: form?.name === undefined ? "" : {} };
}

/** And with those of the history in their place. */
export function withArguments(item: JsonObject, { function: { arguments: text } }: LlmToolCall): JsonObject {
  const form = FORMS.get(String(item.type));
  if (form === undefined) return { ...item, arguments: text };
  return { ...item, [form.field]: objectIn(text)?.[form.field] ?? "" };
}

/** What came of a call, as the item that answers one of this type. */
export function answerItem(
  type: string | undefined,
  { tool_call_id: call_id, content, is_error }: ToolMessage,
): JsonObject | undefined {
  const form = FORMS.get(type ?? "");
  if (form === undefined) return undefined;
  const text = contentText(content);
  const fields = form.name === undefined || is_error === true ? undefined : objectIn(text);
  const result = isJsonObject(fields) ? fields : form.result(text, is_error === true);
  return { type: `${type}_output`, call_id, ...result };
}
