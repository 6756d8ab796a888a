import type { Usage } from "../model/model-port.ts";
import type { EventData, MessageBlock } from "./event.ts";

/** What is there of an answer that is not whole. */
export interface PartialAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly usage?: Usage | undefined;
  /** How many calls were begun. */
  readonly droppedCalls?: number | undefined;
  readonly layout?: readonly MessageBlock[] | undefined;
  readonly firstTokenMs?: number | undefined;
}

/** How an answer that is not whole is stored: its text and reasoning, never its calls. */
export function partialMessage(answer: PartialAnswer): EventData["assistant_message"] {
  const { text, reasoning, usage, droppedCalls, layout, firstTokenMs } = answer;
  return {
    message: { role: "assistant", content: text },
    finishReason: "error",
    partial: true,
    ...(reasoning === "" ? {} : { reasoning }),
    ...(usage === undefined ? {} : { usage }),
    ...(droppedCalls ? { droppedCalls } : {}),
    ...(layout === undefined ? {} : { layout }),
    ...(firstTokenMs === undefined ? {} : { firstTokenMs }),
  };
}
