import type { GraphExecutorPort } from "@toolwright/core/graph";
import { AssistantStream, DataStreamEncoder } from "assistant-stream";
import { readChat } from "./read-chat.ts";
import { streamOf } from "./stream-of.ts";
import { toStreamChunks } from "./to-stream-chunks.ts";

const WRONG_BODY = "The body must be { message }, or { messages } that end with one of the user.";

/** `POST /api/v1/ai/chat`: a message or a conversation in, a data stream out. Knows the port only. */
export function chatRoute(executor: GraphExecutorPort): (request: Request) => Promise<Response> {
  return async (request) => {
    const messages = readChat(await request.json().catch(() => undefined));
    if (messages === undefined) return Response.json({ error: WRONG_BODY }, { status: 400 });
    const run = executor.runGraph({
      messages,
      caller: { requestId: crypto.randomUUID(), graphRunId: crypto.randomUUID(), graphName: "chat", graphVersion: "1" },
      signal: request.signal,
    });
    return AssistantStream.toResponse(streamOf(toStreamChunks(run)), new DataStreamEncoder());
  };
}
