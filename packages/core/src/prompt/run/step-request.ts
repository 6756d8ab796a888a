import type { Message } from "../../model/messages.ts";
import type { StepChanges } from "../effects/step-changes.ts";
import type { ConversationLog } from "./conversation-log.ts";

/** What one request is put together from. */
export interface StepRequestParts {
  /** The history, without the system text. */
  readonly history: readonly Message[];
  readonly log: ConversationLog;
  readonly changes: StepChanges;
  readonly system: string;
  readonly reminder: Message | undefined;
}

/** System text, then the history or what an effect put in its place, then the reminder. */
export function stepRequest({ history, log, changes, system, reminder }: StepRequestParts): readonly Message[] {
  const body = changes.messages ?? log.merge(history);
  return [...systemMessage(system), ...body, ...(reminder === undefined ? [] : [reminder])];
}

/** No message where nothing is said. */
export function systemMessage(text: string): readonly Message[] {
  return text === "" ? [] : [{ role: "system", content: text }];
}
