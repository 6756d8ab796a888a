import type { ModelPort } from "@toolwright/core";
import { type ScriptedModel, scripted } from "@toolwright/models";

/** A model that answers when it is let. */
export class Gate implements ModelPort {
  readonly name = "gate";
  readonly asked: string[] = [];
  most = 0;
  #working = 0;
  #open: () => void = () => {};
  readonly #opened = new Promise<void>((resolve) => (this.#open = resolve));

  open(): void {
    this.#open();
  }

  completionStream({ messages, signal }: Parameters<ModelPort["completionStream"]>[0]) {
    this.asked.push(String(messages.at(-1)?.content));
    this.#working += 1;
    this.most = Math.max(this.most, this.#working);
    const aborted = new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve()));
    const done = Promise.race([this.#opened, aborted]).then(() => (this.#working -= 1));
    const answer = scripted([{ text: "ok" }]).completionStream({ messages });
    return { stream: after(done, answer.stream), final: done.then(() => answer.final) };
  }
}

async function* after<T>(done: Promise<unknown>, stream: AsyncIterable<T>): AsyncGenerator<T> {
  await done;
  yield* stream;
}

/** A model that says nothing more after so many answers. */
export function silent(model: ScriptedModel, answers: number): ModelPort {
  return {
    name: "silent",
    completionStream(params) {
      if (model.requests.length < answers) return model.completionStream(params);
      const never = new Promise<never>(() => {});
      return { stream: after(never, model.completionStream(params).stream), final: never };
    },
  };
}
