import type { Json, JsonObject, Message } from "@toolwright/core";
import type { ExcerptEvent } from "@toolwright/store";
import type { TimelineEvent } from "@toolwright/view/internal";

/** Characters of JSON that the data of one event may take. */
const MAX_DATA = 16 * 1024;
/** Characters that are left of a field which was too large. */
const PREVIEW = 2 * 1024;

/**
 * An event without the history that its run began with, within bounds, and without what providers keep for themselves.
 */
export function timelineEvent({ event, messages }: ExcerptEvent): TimelineEvent {
  const { seq, id, time, runId, parentId, type } = event;
  const counted = messages === undefined ? event.data : { ...event.data, messages };
  const { data, cut } = bounded(withoutProviderState({ ...counted }));
  const about = parentId === undefined ? {} : { parentId };
  return { seq, id, time, runId, ...about, type, data, ...(cut.length === 0 ? {} : { cut }) };
}

/** `providerState` is never shown and never scrubbed. */
export function withoutProviderState(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { message, messages, ...rest } = data;
  return {
    ...rest,
    ...(message === undefined ? {} : { message: shown(message) }),
    ...(messages === undefined ? {} : { messages: Array.isArray(messages) ? messages.map(shown) : messages }),
  };
}

function shown(message: unknown): unknown {
  if (typeof message !== "object" || message === null || !Object.hasOwn(message, "providerState")) return message;
  const { providerState: _hidden, ...rest }: Partial<Extract<Message, { role: "assistant" }>> = message;
  return rest;
}

/** Cuts the largest fields first, until the rest fits. */
function bounded(data: Readonly<Record<string, unknown>>): { data: JsonObject; cut: string[] } {
  const fields = Object.entries(data).map(([name, value]) => ({ name, text: JSON.stringify(value) ?? "null" }));
  let size = fields.reduce((total, { name, text }) => total + name.length + text.length, 0);
  const cut: string[] = [];
  for (const { name, text } of fields.toSorted((one, other) => other.text.length - one.text.length)) {
    if (size <= MAX_DATA) break;
    cut.push(name);
    size -= text.length - Math.min(text.length, PREVIEW);
  }
  const kept = fields.map(({ name, text }): [string, Json] => [
    name,
    cut.includes(name) ? text.slice(0, PREVIEW).toWellFormed() : JSON.parse(text),
  ]);
  return { data: Object.fromEntries(kept), cut };
}
