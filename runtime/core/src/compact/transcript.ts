import { contentText } from "../model/content-text.ts";
import type { Message } from "../model/messages.ts";
import { cutEnd, cutStart } from "../text/cut-units.ts";
import { utf8Length } from "../text/utf8-length.ts";

/** Characters that one text may take in turn, until all of it fits. */
const TEXT_SIZES = [8_000, 2_000, 500, 120];

/**
 * A part of a conversation as data: one JSON object a line, so that nothing that a tool or a file said can pass for the
 * end of it. At most so many bytes: long texts are cut in their middle, then the oldest lines are left out.
 */
export function transcript(messages: readonly Message[], maxBytes: number): string {
  const names = toolNames(messages);
  let lines: string[] = [];
  for (const size of TEXT_SIZES) {
    lines = messages.map((message) => line(message, { size, names }));
    if (bytesOf(lines) <= maxBytes) return lines.join("\n");
  }
  return newest(lines, maxBytes).join("\n");
}

interface LineOptions {
  readonly size: number;
  readonly names: ReadonlyMap<string, string>;
}

function line(message: Message, { size, names }: LineOptions): string {
  const text = shortened(contentText(message.content), size);
  if (message.role === "tool") return JSON.stringify({ result_of: names.get(message.tool_call_id) ?? "a tool", text });
  if (message.role !== "assistant") return JSON.stringify({ said_by: message.role, text });
  const calls = (message.tool_calls ?? []).map(({ function: { name, arguments: args } }) => {
    return { name, arguments: shortened(args, size) };
  });
  return JSON.stringify({ said_by: "assistant", text, ...(calls.length > 0 && { calls }) });
}

function shortened(text: string, size: number): string {
  if (text.length <= size) return text;
  const left = text.length - size;
  return `${cutStart(text, Math.ceil(size * 0.7))} [… ${left} characters left out …] ${cutEnd(text, Math.floor(size * 0.3))}`;
}

function toolNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    for (const { id, function: called } of message.tool_calls ?? []) names.set(id, called.name);
  }
  return names;
}

function newest(lines: readonly string[], maxBytes: number): readonly string[] {
  let [bytes, place] = [0, lines.length];
  for (; place > 0; place -= 1) {
    bytes += utf8Length(lines[place - 1] ?? "") + 1;
    if (bytes > maxBytes) break;
  }
  return [JSON.stringify({ note: `${place} older messages are left out` }), ...lines.slice(place)];
}

function bytesOf(lines: readonly string[]): number {
  return lines.reduce((bytes, each) => bytes + utf8Length(each) + 1, 0);
}
