import type { ModelPort } from "@toolwright/core";

/** A model that says one word, and the rest when it is released. */
export function heldModel(): { readonly model: ModelPort; readonly release: () => void; readonly asked: () => number } {
  let release = () => {};
  let asked = 0;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const model: ModelPort = {
    name: "held",
    completionStream() {
      asked += 1;
      async function* stream() {
        yield { type: "text_delta", delta: "early " } as const;
        await released;
        yield { type: "text_delta", delta: "late" } as const;
      }
      const final = released.then(() => ({
        message: { role: "assistant", content: "early late" } as const,
        model: "held",
        finishReason: "stop" as const,
      }));
      return { stream: stream(), final };
    },
  };
  return { model, release, asked: () => asked };
}
