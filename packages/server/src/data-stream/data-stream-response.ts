import { AssistantStream, type AssistantStreamChunk, DataStreamEncoder } from "assistant-stream";
import type { FollowedRun } from "../runs/followed-run.ts";
import { MessageWriter, note } from "./message-writer.ts";
import { streamOf } from "./stream-of.ts";

/** Milliseconds of silence after which an empty frame is sent. */
const IDLE_MS = 15_000;

/** A run as a response in assistant-stream's data-stream format. A reader that leaves does not stop the run. */
export function dataStreamResponse(followed: FollowedRun, headers: Readonly<Record<string, string>> = {}): Response {
  const stream = streamOf<AssistantStreamChunk>({
    items: chunksOf(followed),
    onCancel: followed.leave,
    idle: { afterMs: IDLE_MS, item: { path: [], type: "data", data: [] } },
  });
  const response = AssistantStream.toResponse(stream, new DataStreamEncoder());
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  response.headers.set("cache-control", "no-store");
  return response;
}

async function* chunksOf(followed: FollowedRun): AsyncGenerator<AssistantStreamChunk> {
  const { threadId, runId, after, events, earlier, isTaken } = followed;
  const writer = new MessageWriter({ runId, after, isTaken });
  for (const event of earlier) writer.remember(event);
  yield note({ threadId, runId, seq: after });
  for await (const event of events) {
    yield* writer.add(event);
    if (event.type === "done" && event.runId === runId) return;
  }
  yield* writer.breakOff();
}
