import type { ChatDeltaEvent, Completion, ModelPort } from "@toolwright/core";
import { around } from "@toolwright/core/internal";
import { playTape } from "@toolwright/core/testing";

/** The same model, which is not asked again what it has been paid for: such requests are answered from the tape. */
export function paidFirst(model: ModelPort, paid: string): ModelPort {
  const tape = playTape(paid);
  return around(model, (params, context) => {
    const played = tape.model.completionStream(params, context);
    const answered = played.final.then(({ error }) =>
      error?.code === "tape_miss" ? model.completionStream(params, context) : played,
    );
    return { stream: streamOf(answered), final: answered.then(({ final }) => final) };
  });
}

async function* streamOf(answered: Promise<Completion>): AsyncGenerator<ChatDeltaEvent> {
  yield* (await answered).stream;
}
