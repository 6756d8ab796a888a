import type { ChatDeltaEvent, LlmCompletionResult, ModelPort } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { startTestServer } from "./support/test-server.ts";
import { readUntil } from "./support/wire.ts";

/** Thinks, says something, and then nothing more until it is stopped. */
const stalling: ModelPort = {
  name: "stalling",
  completionStream({ signal }) {
    const message = { role: "assistant", content: "Once upon a time," } as const;
    const error = { code: "aborted", message: "Stopped." } as const;
    const stopped = new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve()));
    async function* stream(): AsyncGenerator<ChatDeltaEvent> {
      yield { type: "reasoning_delta", delta: "A story, then." };
      yield { type: "text_delta", delta: "Once upon " };
      yield { type: "text_delta", delta: "a time," };
      await stopped;
    }
    const final = stopped.then((): LlmCompletionResult => ({ message, model: "m", finishReason: "error", error }));
    return { stream: stream(), final };
  },
};

describe("what a model had written when it was stopped", () => {
  it("is in the thread, and in a stream of the run from its beginning", async () => {
    const { send } = await startTestServer({ model: stalling });
    const response = await send("/api/chat", { body: { message: "Tell me a story." } });
    const id = response.headers.get("x-toolwright-thread");
    await readUntil(response, /time,/);
    expect(await (await send(`/api/threads/${id}/stop`, { method: "POST" })).json()).toEqual({ stopped: true });
    const rest = await send(`/api/threads/${id}/stream`);
    if (rest.status === 200) await rest.text();
    const { messages, status } = await (await send(`/api/threads/${id}`)).json();
    expect(status).toBe("idle");
    expect(messages[1]).toMatchObject({
      stopReason: "aborted",
      parts: [
        { type: "reasoning", text: "A story, then." },
        { type: "text", text: "Once upon a time," },
      ],
    });
  });
});
