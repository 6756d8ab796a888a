import { present } from "../json/present.ts";
import { toJson, type Uncopied } from "../json/to-json.ts";
import { type ErrorInfo, errorTypeOf, isErrorCode, isRefused } from "./error-info.ts";
import { failureLine } from "./failure.ts";
import type { ToolOutput } from "./output.ts";
import type { Part } from "./part.ts";
import { isPassedOn } from "./passed-on.ts";
import type { KeptImage, OutputRef, ToolResult } from "./tool-result.ts";

/**
 * A copy of a result that a tool or a middleware made: only the known fields, only what can be stored.
 * What of it cannot be written as JSON stands in its place. Throws what reading it throws.
 */
export function copyResult(value: ToolResult, maxSize?: number): ToolResult | Uncopied {
  const output = copyOutput(ownOutput(value), maxSize);
  const artifact = value.artifact === undefined ? undefined : toJson(value.artifact, maxSize);
  if ("problem" in output) return output;
  if (artifact?.ok === false) return artifact;
  const { silent, isError, async, forUser, error, ref, endsRun, changed } = value;
  return {
    output,
    silent,
    isError,
    async,
    ...present({
      forUser: text(forUser),
      error: error == null ? undefined : copyError(error),
      artifact: artifact?.value,
      ref: copyRef(ref),
      endsRun: endsRun === true ? endsRun : undefined,
      changed: changed === "nothing" || changed === "unknown" ? changed : undefined,
    }),
  };
}

/** A refusal of a call inside it, which a tool passes on, reads as its own failure: the tool has run. */
function ownOutput({ output, error }: ToolResult): ToolOutput {
  const isRefusal =
    error && isPassedOn(error) && output.type === "text" && output.text === failureLine(error, { ran: false });
  return isRefusal ? { ...output, text: failureLine(error, { ran: true }) } : output;
}

function copyError(error: ErrorInfo): ErrorInfo {
  const { code, type, message, reason, suggestion, issues, cause } = error;
  const known = isErrorCode(code) && !(isRefused(code) && isPassedOn(error)) ? code : "execution_failed";
  // A code that only the tool knows is its reason, and so is the refusal of a call inside it.
  const own = text(reason) ?? (known === code ? undefined : text(code));
  const copy: ErrorInfo = {
    code: known,
    type: typeof type === "string" ? type : errorTypeOf(known),
    message: text(message) ?? "",
    ...present({
      reason: own,
      suggestion: text(suggestion),
      issues: Array.isArray(issues) ? issues.map(copyIssue) : undefined,
    }),
  };
  return cause === undefined ? copy : Object.defineProperty(copy, "cause", { value: cause, enumerable: false });
}

function copyIssue(issue: { readonly path: unknown; readonly message: unknown }) {
  return { path: text(issue?.path) ?? "", message: text(issue?.message) ?? "" };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value.toWellFormed() : undefined;
}

function copyRef(ref: OutputRef | undefined): OutputRef | undefined {
  if (typeof ref?.id !== "string") return undefined;
  const { id, bytes, lines, images, files } = ref;
  return {
    id: id.toWellFormed(),
    bytes: Number(bytes) || 0,
    lines: Number(lines) || 0,
    ...(Array.isArray(images) && { images: images.map(copyKept) }),
    ...(Array.isArray(files) && { files: files.map(copyKept) }),
  };
}

function copyKept<K extends KeptImage>(kept: K): K {
  const { id, mediaType, bytes, type, name } = Object(kept);
  const said = present({ type: text(type), name: text(name) });
  return Object({ id: text(id) ?? "", mediaType: text(mediaType) ?? "", bytes: Number(bytes) || 0, ...said });
}

/** A copy of an output that shares nothing with the tool. */
function copyOutput(output: ToolOutput, maxSize: number | undefined): ToolOutput | Uncopied {
  if (output.type === "parts") return { type: "parts", parts: copiedParts(output.parts) };
  const shown = output.forModel && { forModel: copiedParts(output.forModel) };
  if (output.type === "text") return { type: "text", text: output.text.toWellFormed(), ...shown };
  const json = toJson(output.value, maxSize);
  return json.ok ? { type: "json", value: json.value, ...shown } : json;
}

/** Copies of parts that share nothing with the tool. */
export function copiedParts(parts: readonly Part[]): readonly Part[] {
  return parts.map(copyPart);
}

function copyPart({ providerOptions, ...part }: Part): Part {
  const own = toJson(providerOptions);
  const more = providerOptions && own.ok && { providerOptions: Object(own.value) };
  if (part.type === "text") return { type: "text", text: part.text.toWellFormed(), ...more };
  const mediaType = text(part.mediaType) ?? text(Reflect.get(part, "mimeType")) ?? "";
  if (part.type === "image") return { type: "image", mediaType, data: part.data.toWellFormed(), ...more };
  const { type, data, bytes } = part;
  const said = present({ name: text(part.name), ref: text(part.ref), data });
  return { type, mediaType, ...said, ...(data === undefined && { bytes: Number(bytes) || 0 }), ...more };
}
