import { toJson } from "../../json/to-json.ts";
import type { ToolOutput } from "../../result/output.ts";
import type { Part } from "../../result/part.ts";

/** A copy of an output that shares nothing with the tool. Undefined when it cannot be written as JSON. */
export function copyOutput(output: ToolOutput): ToolOutput | undefined {
  if (output.type === "text") return { type: "text", text: output.text.toWellFormed() };
  if (output.type === "parts") return { type: "parts", parts: output.parts.map(copyPart) };
  const json = toJson(output.value);
  return json.ok ? { type: "json", value: json.value } : undefined;
}

function copyPart(part: Part): Part {
  if (part.type === "text") return { type: "text", text: part.text.toWellFormed() };
  return { type: "image", mediaType: part.mediaType.toWellFormed(), data: part.data.toWellFormed() };
}
