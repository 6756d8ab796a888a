import type { ServerResponse } from "node:http";
import type { Json, JsonObject } from "@toolwright/core";
import { events } from "./scripted-server.ts";

const USAGE: JsonObject = {
  input_tokens: 11,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 9,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 20,
};

/** A response of these items, each whole, as OpenAI would stream it. */
export function responseItems(items: readonly JsonObject[], usage = USAGE): (response: ServerResponse) => void {
  const response = { id: "resp_1", object: "response", created_at: 1, model: "gpt-5", output: [], usage: null };
  return events(
    { type: "response.created", sequence_number: 0, response: { ...response, status: "in_progress" } },
    ...items.flatMap((item, output_index): Json[] => [
      { type: "response.output_item.added", output_index, item: begun(item) },
      ...deltasOf(item, output_index),
      { type: "response.output_item.done", output_index, item },
    ]),
    { type: "response.completed", response: { ...response, status: "completed", output: items, usage } },
  );
}

function begun(item: JsonObject): JsonObject {
  const { type } = item;
  if (type === "message") return { ...item, content: [] };
  if (type === "function_call") return { ...item, arguments: "" };
  return type === "custom_tool_call" ? { ...item, input: "" } : item;
}

function deltasOf(item: JsonObject, output_index: number): Json[] {
  const about = { item_id: item.id ?? "", output_index };
  const pieces = (text: Json | undefined) => String(text).match(/[\s\S]{1,7}/g) ?? [];
  if (item.type === "message") {
    const [part] = Array.isArray(item.content) ? item.content : [];
    return pieces(Object(part).text).map((delta) => {
      return { type: "response.output_text.delta", ...about, content_index: 0, delta };
    });
  }
  if (item.type === "code_interpreter_call") {
    const { code = "" } = item;
    const type = "response.code_interpreter_call_code";
    return [
      ...pieces(code).map((delta) => ({ type: `${type}.delta`, ...about, delta })),
      { type: `${type}.done`, ...about, code },
    ];
  }
  const [type, text] =
    item.type === "function_call"
      ? ["response.function_call_arguments.delta", item.arguments]
      : ["response.custom_tool_call_input.delta", item.input];
  return text === undefined ? [] : pieces(text).map((delta) => ({ type, ...about, delta }));
}
