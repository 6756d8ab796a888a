import type { Json, JsonObject, Usage } from "@toolwright/core";
import { SAID_BY_SOME } from "../fold/usage-sum.ts";
import { fieldIn, isJsonObject, jsonIn, textIn } from "../wire/fields.ts";

/**
 * One frame of assistant-stream's data-stream format, `code:json` a line
 * (https://www.assistant-ui.com/docs/runtimes/data-stream). Codes that a run of this server never sends are left out.
 */
export type Frame =
  | { readonly code: "text" | "reasoning" | "error"; readonly text: string }
  | { readonly code: "call"; readonly toolCallId: string; readonly toolName: string; readonly parentId?: string }
  /** With the last piece of its arguments a call is whole. */
  | { readonly code: "arguments"; readonly toolCallId: string; readonly delta: string; readonly isLast?: true }
  | {
      readonly code: "result";
      readonly toolCallId: string;
      readonly result: Json;
      readonly isError: boolean;
      readonly artifact?: Json;
    }
  /** Something about a call or the run that is no part of what the model reads: see docs/server.md. */
  | { readonly code: "data"; readonly name: string; readonly data: JsonObject; readonly parentId?: string }
  /** Something about the message that is no part of it, such as the number from which its stream can be taken up. */
  | { readonly code: "note"; readonly note: JsonObject }
  | { readonly code: "step"; readonly messageId: string }
  | { readonly code: "step-end" | "finish"; readonly finishReason: string; readonly usage: Usage };

/**
 * The header (`1`) of a request for a stream by whose `arguments` a reader shows what a model is writing. Such a reader
 * goes by `tool-arguments`, too, which takes back what turns out to be no JSON object; to all others arguments come
 * whole.
 */
export const PREVIEWS = "x-toolwright-previews";

/** A frame as its line, with its line feed: byte for byte what assistant-stream's own encoder writes. */
export function frameLine(frame: Frame): string {
  switch (frame.code) {
    case "text":
      return `0:${JSON.stringify(frame.text)}\n`;
    case "reasoning":
      return `g:${JSON.stringify(frame.text)}\n`;
    case "error":
      return `3:${JSON.stringify(frame.text)}\n`;
    case "call": {
      const { toolCallId, toolName, parentId } = frame;
      return `b:${JSON.stringify({ toolCallId, toolName, parentId })}\n`;
    }
    case "arguments": {
      const { toolCallId, delta, isLast } = frame;
      return `c:${JSON.stringify({ toolCallId, argsTextDelta: delta, isFinal: isLast })}\n`;
    }
    case "result": {
      const { toolCallId, result, artifact, isError } = frame;
      return `a:${JSON.stringify({ toolCallId, result, artifact, isError: isError || undefined })}\n`;
    }
    case "data": {
      const { name, data, parentId } = frame;
      return `aui-data:${JSON.stringify({ name, data, parentId })}\n`;
    }
    case "note":
      return `2:${JSON.stringify([frame.note])}\n`;
    case "step":
      return `f:${JSON.stringify({ path: [], messageId: frame.messageId })}\n`;
    case "step-end": {
      const { finishReason, usage } = frame;
      return `e:${JSON.stringify({ path: [], finishReason, usage, isContinued: false })}\n`;
    }
    case "finish":
      return `d:${JSON.stringify({ path: [], finishReason: frame.finishReason, usage: frame.usage })}\n`;
  }
}

/** What a line says; undefined for what is not shown, and for what is no frame. */
export function parseFrame(line: string): Frame | undefined {
  const colon = line.indexOf(":");
  if (colon < 1) return undefined;
  const value = jsonIn(line.slice(colon + 1));
  const code = line.slice(0, colon);
  if (typeof value === "string") return textFrame(code, value);
  if (code === "2" && Array.isArray(value))
    return isJsonObject(value[0]) ? { code: "note", note: value[0] } : undefined;
  return isJsonObject(value) ? fieldsFrame(code, value) : undefined;
}

function textFrame(code: string, text: string): Frame | undefined {
  if (code === "0") return { code: "text", text };
  if (code === "g") return { code: "reasoning", text };
  return code === "3" ? { code: "error", text } : undefined;
}

function fieldsFrame(code: string, fields: JsonObject): Frame | undefined {
  const toolCallId = textIn(fields, "toolCallId") ?? "";
  const parentId = textIn(fields, "parentId");
  const about = parentId === undefined ? {} : { parentId };
  switch (code) {
    case "b":
      return { code: "call", toolCallId, toolName: textIn(fields, "toolName") ?? "", ...about };
    case "c": {
      const delta = textIn(fields, "argsTextDelta") ?? "";
      return { code: "arguments", toolCallId, delta, ...(fields.isFinal === true ? { isLast: true } : {}) };
    }
    case "a": {
      const { result = null, artifact } = fields;
      const extra = artifact === undefined ? {} : { artifact };
      return { code: "result", toolCallId, result, isError: fields.isError === true, ...extra };
    }
    case "aui-data":
      return { code: "data", name: textIn(fields, "name") ?? "", data: objectOf(fields.data), ...about };
    case "f":
      return { code: "step", messageId: textIn(fields, "messageId") ?? "" };
    case "e":
    case "d":
      return {
        code: code === "e" ? "step-end" : "finish",
        finishReason: textIn(fields, "finishReason") ?? "",
        usage: usageOf(fields.usage),
      };
    default:
      return undefined;
  }
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Tokens as a frame names them; 0 for what it does not. */
export function usageOf(value: unknown): Usage {
  const count = (name: string) => {
    const field = fieldIn(value, name);
    return typeof field === "number" ? field : 0;
  };
  const said = SAID_BY_SOME.filter((name) => typeof fieldIn(value, name) === "number");
  return {
    inputTokens: count("inputTokens"),
    outputTokens: count("outputTokens"),
    ...Object.fromEntries(said.map((name) => [name, count(name)])),
  };
}
