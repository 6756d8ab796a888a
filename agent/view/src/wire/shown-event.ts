import type { JournalEvent, Message } from "@toolwright/core";
import { safeErrorText } from "../frames/error-text.ts";

/**
 * An event as somebody else's page may have it: without system messages, without what providers keep for themselves
 * (`providerState`), and with failures in fixed words, but for the results of calls. It folds as the event itself does.
 */
export function shownEvent(event: JournalEvent): JournalEvent {
  switch (event.type) {
    case "run_start":
      return { ...event, data: { ...event.data, input: event.data.input.flatMap(shown) } };
    case "step_start": {
      const { messages, notes, ...data } = event.data;
      const lists = {
        ...(messages && { messages: messages.flatMap(shown) }),
        ...(notes && { notes: notes.flatMap(shown) }),
      };
      return { ...event, data: { ...data, ...lists } };
    }
    case "assistant_message": {
      const { providerState: _hidden, ...message } = event.data.message;
      return { ...event, data: { ...event.data, message } };
    }
    case "compacted":
      return { ...event, data: { ...event.data, messages: event.data.messages.flatMap(shown) } };
    case "model_retrying":
      return { ...event, data: { ...event.data, message: safeErrorText(event.data) } };
    case "error": {
      const { code, toolCallId } = event.data;
      const error = toolCallId === undefined ? safeErrorText({ code }) : "The call failed.";
      return { ...event, data: { ...event.data, error } };
    }
    case "done": {
      const { error } = event.data;
      if (error === undefined) return event;
      return { ...event, data: { ...event.data, error: { ...error, message: safeErrorText(error) } } };
    }
    default:
      return event;
  }
}

function shown(message: Message): Message[] {
  if (message.role === "system") return [];
  if (message.role !== "assistant") return [message];
  const { providerState: _hidden, ...rest } = message;
  return [rest];
}
