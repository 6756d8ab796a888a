import type { JsonObject } from "../json/json.ts";
import type { Message } from "../model/messages.ts";
import { scrubName } from "../secrets/redact.ts";
import type { Scrubber } from "../secrets/scrubber.ts";

/** Masks secrets in a message that goes to a model and into the journal. `providerState` stays byte-exact. */
export function scrubMessage(message: Message, scrubber: Scrubber): Message {
  // Some providers' histories hold null beside calls.
  const content = message.content ?? "";
  const scrubbed =
    typeof content === "string"
      ? scrubber.text(content.toWellFormed())
      : content.map((part) =>
          part.type === "text" ? { ...part, text: scrubber.text(part.text.toWellFormed()) } : scrubName(part, scrubber),
        );
  if (message.role !== "assistant") return { ...message, content: scrubbed };
  const { tool_calls } = message;
  const text = typeof scrubbed === "string" ? scrubbed : "";
  if (tool_calls === undefined) return { ...message, content: text };
  const calls = tool_calls.map((call) => ({
    ...call,
    function: { ...call.function, arguments: scrubArguments(call.function.arguments, scrubber) },
  }));
  return { ...message, content: text, tool_calls: calls };
}

/**
 * Arguments are one JSON text, also where a history from elsewhere has an object; what is no JSON object becomes `{}`,
 * which every provider accepts.
 */
function scrubArguments(given: string | JsonObject, scrubber: Scrubber): string {
  try {
    const value = typeof given === "string" ? JSON.parse(given) : given;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return "{}";
    const scrubbed = scrubber.json(value);
    return scrubbed === value && typeof given === "string" ? given.toWellFormed() : JSON.stringify(scrubbed);
  } catch {
    return "{}";
  }
}
