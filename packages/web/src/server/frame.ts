/**
 * One frame of assistant-stream's data-stream format, `code:json` a line
 * (https://www.assistant-ui.com/docs/runtimes/data-stream). Codes that a run of this server never sends are left out.
 */
export type Frame =
  | { readonly code: "text" | "reasoning" | "error"; readonly text: string }
  | { readonly code: "call"; readonly toolCallId: string; readonly toolName: string; readonly parentId?: string }
  | { readonly code: "arguments"; readonly toolCallId: string; readonly delta: string }
  | {
      readonly code: "result";
      readonly toolCallId: string;
      readonly result: unknown;
      readonly isError: boolean;
      readonly artifact?: unknown;
    }
  | { readonly code: "data"; readonly name: string; readonly data: Fields }
  | { readonly code: "note"; readonly note: Fields }
  | { readonly code: "step" }
  | { readonly code: "finish"; readonly finishReason: string; readonly usage: Fields };

/** An object that came over the network: its fields may be anything. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a line says; undefined for what is not shown, and for what is no frame. */
export function parseFrame(line: string): Frame | undefined {
  const colon = line.indexOf(":");
  if (colon < 1) return undefined;
  const value = parsed(line.slice(colon + 1));
  const code = line.slice(0, colon);
  if (typeof value === "string") return textFrame(code, value);
  if (code === "2" && Array.isArray(value)) return isFields(value[0]) ? { code: "note", note: value[0] } : undefined;
  return isFields(value) ? fieldsFrame(code, value) : undefined;
}

/** Whether a value is an object with named fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field as a text; empty when it is none. */
export function textIn(fields: Fields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === "string" ? value : "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textFrame(code: string, text: string): Frame | undefined {
  if (code === "0") return { code: "text", text };
  if (code === "g") return { code: "reasoning", text };
  return code === "3" ? { code: "error", text } : undefined;
}

function fieldsFrame(code: string, fields: Fields): Frame | undefined {
  const toolCallId = textIn(fields, "toolCallId");
  if (code === "b") {
    const parentId = textIn(fields, "parentId");
    const about = parentId === "" ? {} : { parentId };
    return { code: "call", toolCallId, toolName: textIn(fields, "toolName"), ...about };
  }
  if (code === "c") return { code: "arguments", toolCallId, delta: textIn(fields, "argsTextDelta") };
  if (code === "a") {
    const { result, artifact } = fields;
    return { code: "result", toolCallId, result, isError: fields.isError === true, artifact };
  }
  if (code === "aui-data") {
    return { code: "data", name: textIn(fields, "name"), data: isFields(fields.data) ? fields.data : {} };
  }
  if (code === "f") return { code: "step" };
  if (code !== "d") return undefined;
  const usage = isFields(fields.usage) ? fields.usage : {};
  return { code: "finish", finishReason: textIn(fields, "finishReason"), usage };
}
