import { type AssistantMessage, AssistantMessageAccumulator, DataStreamDecoder } from "assistant-stream";

/** Frames of a data stream, as `[code, value]`. */
export async function frames(response: Response): Promise<[string, unknown][]> {
  const lines = (await response.text()).split("\n").filter((line) => line !== "");
  return lines.map((line) => [line.slice(0, line.indexOf(":")), JSON.parse(line.slice(line.indexOf(":") + 1))]);
}

/** The message that assistant-stream's own strict decoder makes of a response. */
export async function decoded(response: Response): Promise<AssistantMessage | undefined> {
  const messages = (response.body ?? new ReadableStream())
    .pipeThrough(new DataStreamDecoder())
    .pipeThrough(new AssistantMessageAccumulator());
  let last: AssistantMessage | undefined;
  for await (const message of messages) last = message;
  return last;
}

/** Reads until the text so far holds a pattern, then leaves. */
export async function readUntil(response: Response, pattern: RegExp): Promise<string> {
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (!pattern.test(text)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The stream ended before ${pattern}:\n${text}`);
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return text;
}
