import { isFields } from "@toolwright/core/internal";

/** What a client repeats of a history that the server has. */
type ClientMessage = Readonly<Record<string, unknown>>;

/**
 * Why the calls in a client's history cannot be what the server recorded; undefined when they can. Nothing of that
 * history is used, but a client that makes up or repeats ids believes something else than what happened.
 */
export function wrongIds(messages: readonly ClientMessage[], known: ReadonlySet<string>): string | undefined {
  const seen = { call: new Set<string>(), result: new Set<string>() };
  for (const { kind, id } of messages.flatMap(idsIn)) {
    if (typeof id !== "string" || !known.has(id)) return "A message names a tool call that this thread does not have.";
    if (seen[kind].has(id)) return "A message repeats the id of a tool call.";
    seen[kind].add(id);
  }
  return undefined;
}

interface NamedId {
  readonly kind: "call" | "result";
  readonly id: unknown;
}

/** Ids in OpenAI's form (`tool_calls`, `tool_call_id`) and in that of UI messages (parts with a `toolCallId`). */
function idsIn(message: ClientMessage): NamedId[] {
  const calls = fieldsList(message.tool_calls).map(({ id }): NamedId => ({ kind: "call", id }));
  const answered: NamedId[] = Object.hasOwn(message, "tool_call_id")
    ? [{ kind: "result", id: message.tool_call_id }]
    : [];
  const parts = [...fieldsList(message.content), ...fieldsList(message.parts)];
  const inParts = parts
    .filter((part) => Object.hasOwn(part, "toolCallId"))
    .map((part): NamedId => ({ kind: part.type === "tool-result" ? "result" : "call", id: part.toolCallId }));
  return [...calls, ...answered, ...inParts];
}

function fieldsList(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
