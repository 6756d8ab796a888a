import type { AssistantMessage, Message } from "@toolwright/core";

/** What an answer says of the programs that its provider runs: the ids of those that begin and end in it. */
export interface ProgramNews {
  readonly begun: readonly string[];
  readonly ended: readonly string[];
}

export interface ProgramReading {
  /** Undefined for the answer of another model. */
  readonly newsOf: (message: AssistantMessage) => ProgramNews | undefined;
  /** Whether people may say something while a program waits. */
  readonly maySpeak: boolean;
  /** What a program computed is there no more, so that none goes on. */
  readonly isGone?: boolean;
}

/**
 * The programs of a history that were left before they ended and will not go on: another model answered, the run
 * stopped, a person said something where that may not be, or what a program computed is gone. One that waits for the
 * results at the end of the history is none of them.
 */
export function unfinishedPrograms(
  messages: readonly Message[],
  { newsOf, maySpeak, isGone = false }: ProgramReading,
): ReadonlySet<string> {
  const running = new Set<string>();
  const left = new Set<string>();
  const leave = (isLeft: (id: string) => boolean) => {
    for (const id of running) if (isLeft(id) && running.delete(id)) left.add(id);
  };
  for (const message of messages) {
    if (message.role === "tool") continue;
    if (message.role !== "assistant") {
      if (!maySpeak) leave(() => true);
      continue;
    }
    const { begun = [], ended = [] } = newsOf(message) ?? {};
    for (const id of begun) running.add(id);
    for (const id of ended) running.delete(id);
    const calling = new Set((message.tool_calls ?? []).map(({ programId }) => programId));
    leave((id) => !calling.has(id));
  }
  leave(() => isGone);
  return left;
}
