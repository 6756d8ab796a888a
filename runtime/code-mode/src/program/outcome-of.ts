import type { Json, Part, ToolResult } from "@toolwright/core";
import { utf8Length } from "@toolwright/core/internal";
import type { CallOutcome } from "../executor/program-executor.ts";
import { hasRun } from "./calls-made.ts";

/** Of the JSON text that one result may have in a program. */
const RESULT_BYTES = 16 * 1024 * 1024;

/** What a `ToolError` in a program is made from. */
export interface ProgramToolError {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string;
  /** The tool's name. */
  readonly tool: string;
  /** Whether the call took effect, as far as anybody knows. */
  readonly ran: "no" | "yes" | "unknown";
  /** What a tool that failed says as JSON. */
  readonly value?: Json;
}

/** What a program is given of a call: the value of a good result, an error that it may catch of any other. */
export function outcomeOf(result: ToolResult, tool: string): CallOutcome {
  if (result.isError) return refusalOf(errorOf(result, tool));
  const json = JSON.stringify(jsonOf(result));
  const bytes = utf8Length(json);
  if (bytes <= RESULT_BYTES) return { ok: true, json };
  const kept = result.ref === undefined ? "" : ` It is kept as ${result.ref.id}.`;
  const message = `The result has ${bytes} bytes, and a program takes ${RESULT_BYTES}.${kept}`;
  return refusalOf({ code: "output_too_large", message, tool, ran: "yes" });
}

/** A call that the program cannot make: it is told so at once, and no journal hears of it. */
export function refusalOf(error: ProgramToolError): CallOutcome {
  return { ok: false, json: JSON.stringify(error) };
}

function errorOf(result: ToolResult, tool: string): ProgramToolError {
  const { error, output } = result;
  const { code = "execution_failed", message = "The call failed.", suggestion } = error ?? {};
  return {
    code,
    message,
    ...(suggestion === undefined ? {} : { suggestion }),
    tool,
    ran: hasRun(result),
    ...(output.type === "json" ? { value: output.value } : {}),
  };
}

/** Bytes of images and files stay outside: a program is given what they are kept under. */
function jsonOf({ output, ref }: ToolResult): Json {
  if (output.type === "json") return output.value;
  if (output.type === "text") return output.text;
  const images = [...(ref?.images ?? [])];
  const files = [...(ref?.files ?? [])];
  return output.parts.map((part) => {
    if (part.type === "text") return { type: "text", text: part.text };
    return { type: part.type, ...keptAs(part, part.type === "image" ? images : files), mimeType: part.mediaType };
  });
}

function keptAs(part: Exclude<Part, { type: "text" }>, kept: { readonly id: string }[]): { ref?: string } {
  const id = part.type !== "image" && part.ref !== undefined ? part.ref : kept.shift()?.id;
  return id === undefined ? {} : { ref: id };
}
