import { setTimeout as after } from "node:timers/promises";
import type { ChatDeltaEvent, Message, ModelPort } from "@toolwright/core";
import { type ScriptStep, scripted } from "@toolwright/models";
import { SESSION } from "./session.ts";

export interface SessionPace {
  /** Answers come as slowly as they are read. */
  readonly patient: boolean;
}

/**
 * The model of the recorded session: it answers what it answered then. After a call that was refused or failed, and
 * after the last answer, it says that the recording ends there: what came next would be untrue.
 */
export function sessionModel({ patient }: SessionPace): ModelPort {
  return {
    name: SESSION.model,
    completionStream(params, context) {
      const step = stepAfter(params.messages);
      const { stream, final } = scripted([step], { name: SESSION.model }).completionStream(params, context);
      return { stream: patient ? slowly(stream, params.signal) : stream, final };
    },
  };
}

function stepAfter(messages: readonly Message[]): ScriptStep {
  if (messages.some((message) => message.role === "tool" && message.is_error === true)) return { text: PARTED };
  const answered = messages.filter(({ role }) => role === "assistant").length;
  return SESSION.answers[answered] ?? { text: ENDED };
}

const PARTED = "The recording ends here: in it the call was allowed as it stood. A model would go on from your answer.";
const ENDED = "The recording has ended. Pick a model for an answer to this.";

const BEFORE_ANSWER_MS = 800;
const BETWEEN_PIECES_MS = 150;

/** The same pieces with pauses; a stop ends the pauses. */
async function* slowly(
  pieces: AsyncIterable<ChatDeltaEvent>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ChatDeltaEvent> {
  const pause = (ms: number) => after(ms, undefined, signal && { signal }).catch(() => undefined);
  await pause(BEFORE_ANSWER_MS);
  for await (const piece of pieces) {
    yield piece;
    await pause(BETWEEN_PIECES_MS);
  }
}
