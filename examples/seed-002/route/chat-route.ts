import type { GraphExecutorPort } from "@toolwright/core/graph";
import { AssistantStream, DataStreamEncoder } from "assistant-stream";
import { z } from "zod";
import { streamOf } from "./stream-of.ts";
import { toStreamChunks } from "./to-stream-chunks.ts";

const body = z.object({ message: z.string().min(1) });

/** `POST /api/v1/ai/chat`: one message in, a data stream out. Knows the port only. */
export function chatRoute(executor: GraphExecutorPort): (request: Request) => Promise<Response> {
  return async (request) => {
    const parsed = body.safeParse(await request.json().catch(() => undefined));
    if (!parsed.success) return Response.json({ error: "The body must be { message }." }, { status: 400 });
    const run = executor.runGraph({
      messages: [{ role: "user", content: parsed.data.message }],
      caller: { requestId: crypto.randomUUID(), graphRunId: crypto.randomUUID(), graphName: "chat", graphVersion: "1" },
      signal: request.signal,
    });
    return AssistantStream.toResponse(streamOf(toStreamChunks(run)), new DataStreamEncoder());
  };
}
