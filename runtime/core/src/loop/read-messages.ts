import type { Message } from "../model/messages.ts";
import { shownValue } from "../options/check-options.ts";
import { isMedia } from "../result/is-tool-result.ts";

const ROLES: ReadonlySet<unknown> = new Set(["system", "user", "assistant", "tool"]);

/** What other libraries call the speakers. */
const OTHER_ROLES: ReadonlyMap<unknown, string> = new Map([
  ["developer", "system"],
  ["human", "user"],
  ["ai", "assistant"],
  ["model", "assistant"],
  ["bot", "assistant"],
  ["function", "tool"],
]);

const EXAMPLE = '[{ role: "user", content: "Hello." }]';
const PART =
  '{ type: "text", text }, { type: "image", mediaType, data } or { type: "file" | "audio", mediaType, data }';

/**
 * The messages that a caller gave, each of which says who speaks and what. An assistant's `content: null` beside calls,
 * as OpenAI writes it, is `""`. Throws a `TypeError` that names the first other one.
 */
export function readMessages(given: unknown): readonly Message[] {
  if (!Array.isArray(given))
    throw new TypeError(`messages must be an array, such as ${EXAMPLE}, got ${shownValue(given)}.`);
  const messages: readonly unknown[] = given;
  messages.forEach((message, index) => {
    const problem = problemOf(message);
    if (problem !== undefined) throw new TypeError(`messages[${index}]: ${problem}`);
  });
  return messages.some(saysNull)
    ? given.map((message) => (saysNull(message) ? { ...message, content: "" } : message))
    : given;
}

function saysNull(message: unknown): boolean {
  return fieldOf(message, "role") === "assistant" && (fieldOf(message, "content") ?? undefined) === undefined;
}

/** Undefined for a message that can be sent. */
function problemOf(message: unknown): string | undefined {
  if (typeof message !== "object" || message === null)
    return `a message is { role, content }, got ${shownValue(message)}.`;
  const role = fieldOf(message, "role");
  if (!ROLES.has(role)) return wrongRole(message, role);
  if ("parts" in message) return `there is no "parts"; content is a string, or an array of parts: ${PART}.`;
  const content = fieldOf(message, "content");
  if (typeof content === "string" || saysNull(message)) return role === "tool" ? unanswering(message) : undefined;
  if (!Array.isArray(content)) return `content must be a string, or an array of parts, got ${shownValue(content)}.`;
  if (role === "assistant") {
    return `the content of an assistant must be a string; its calls stand in tool_calls: [{ id, type: "function", function: { name, arguments } }].`;
  }
  const odd = content.find((part: unknown) => !isPart(part));
  if (odd !== undefined) return `a part of its content must be ${PART}, got ${shownPart(odd)}.`;
  return role === "tool" ? unanswering(message) : undefined;
}

function wrongRole(message: object, role: unknown): string {
  const near = OTHER_ROLES.get(role) ?? OTHER_ROLES.get(fieldOf(message, "type"));
  const hint = near === undefined ? "" : ` Here it is "${near}".`;
  return `role must be "system", "user", "assistant" or "tool", got ${shownValue(role)}.${hint}`;
}

function unanswering(message: object): string | undefined {
  if (typeof fieldOf(message, "tool_call_id") === "string") return undefined;
  const other = "toolCallId" in message ? "; here toolCallId is tool_call_id" : "";
  return `tool_call_id is missing: it must be the id of the call that this message answers${other}.`;
}

function isPart(part: unknown): boolean {
  if (fieldOf(part, "type") === "text") return typeof fieldOf(part, "text") === "string";
  return typeof fieldOf(part, "mediaType") === "string" && isMedia(part);
}

function shownPart(part: unknown): string {
  const type = fieldOf(part, "type");
  return typeof type === "string" ? `one of type ${shownValue(type)}` : shownValue(part);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
