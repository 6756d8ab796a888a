import type { Message } from "../model/messages.ts";
import { isMedia } from "../result/is-tool-result.ts";

export const ROLES: ReadonlySet<unknown> = new Set(["system", "user", "assistant", "tool"]);

/** Whether all of them can be sent. */
export function areMessages(given: unknown): given is readonly Message[] {
  // `every` passes over holes.
  return Array.isArray(given) && given.findIndex((message) => !isMessage(message)) === -1;
}

function isMessage(message: unknown): boolean {
  const { role, content, tool_call_id } = Object(message);
  if (typeof message !== "object" || message === null || "parts" in message || !ROLES.has(role)) return false;
  if (role === "tool" && typeof tool_call_id !== "string") return false;
  if (role === "assistant") return typeof (content ?? "") === "string";
  return typeof content === "string" || (Array.isArray(content) && content.findIndex((part) => !isPart(part)) === -1);
}

export function isPart(part: unknown): boolean {
  const { type, text, mediaType } = Object(part);
  return typeof (type === "text" ? text : mediaType) === "string" && (type === "text" || isMedia(part));
}
