import { shownValue } from "../options/check-options.ts";
import { isPart, ROLES } from "./are-messages.ts";

/** What other libraries call the speakers. */
const OTHER_ROLES: ReadonlyMap<unknown, string> = new Map([
  ["developer", "system"],
  ["human", "user"],
  ["ai", "assistant"],
  ["model", "assistant"],
  ["bot", "assistant"],
  ["function", "tool"],
]);

const CALLS = 'tool_calls: [{ id, type: "function", function: { name, arguments } }]';
const EXAMPLE = '[{ role: "user", content: "Hello." }]';
const PART =
  '{ type: "text", text }, { type: "image", mediaType, data } or { type: "file" | "audio", mediaType, data }';

/** Why messages that a caller gave cannot be sent: a `TypeError` that names the first that is none. */
export function wrongMessages(given: unknown): TypeError {
  if (!Array.isArray(given))
    return new TypeError(`messages must be an array, such as ${EXAMPLE}, got ${shownValue(given)}.`);
  const problems = Array.from(given, problemOf);
  const index = problems.findIndex((problem) => problem !== undefined);
  return new TypeError(`messages[${index}]: ${problems[index]}`);
}

/** Why calls of messages are none, of the first message that has such; undefined where there is none. */
export function wrongCalls(messages: readonly unknown[]): string | undefined {
  const problems = messages.map((message) => callProblem(fieldOf(message, "tool_calls") ?? []));
  const index = problems.findIndex((problem) => problem !== undefined);
  return index === -1 ? undefined : `messages[${index}]: ${problems[index]}`;
}

function callProblem(calls: unknown): string | undefined {
  if (!Array.isArray(calls)) return `its calls must stand in ${CALLS}, got ${shownValue(calls)}.`;
  const odd = calls.findIndex((call: unknown) => typeof fieldOf(fieldOf(call, "function"), "name") !== "string");
  if (odd === -1) return undefined;
  const hint = typeof fieldOf(calls[odd], "name") === "string" ? "; its name and arguments stand in function" : "";
  return `tool_calls[${odd}] is no call as in ${CALLS}${hint}.`;
}

function saysNull(message: object): boolean {
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
    return `the content of an assistant must be a string; its calls stand in ${CALLS}.`;
  }
  const odd = content.findIndex((part: unknown) => !isPart(part));
  if (odd !== -1) return `a part of its content must be ${PART}, got ${shownPart(content[odd])}.`;
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

function shownPart(part: unknown): string {
  const type = fieldOf(part, "type");
  return typeof type === "string" ? `one of type ${shownValue(type)}` : shownValue(part);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
