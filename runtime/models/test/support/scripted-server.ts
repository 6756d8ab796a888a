import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Json } from "@toolwright/core";
import { onTestFinished } from "vitest";
import { type AnswerServer, startServer } from "./answer-server.ts";

export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Tells connections apart. */
  readonly remotePort: number | undefined;
  readonly body: { readonly [key: string]: Json };
}

export interface AnsweringServer extends AnswerServer {
  readonly received: ReceivedRequest[];
}

/**
 * A server that answers its nth request with the nth answer, the last one again for all further ones, until the test
 * ends.
 */
export async function startAnswering(
  ...answers: readonly ((response: ServerResponse) => void)[]
): Promise<AnsweringServer> {
  const received: ReceivedRequest[] = [];
  const server = await startServer((request, response, body) => {
    const { method, url, headers } = request;
    const answer = answers[Math.min(received.length, answers.length - 1)];
    received.push({ method, url, headers, remotePort: request.socket.remotePort, body: JSON.parse(body) });
    answer?.(response);
  });
  onTestFinished(server.close);
  return { ...server, received };
}

/** An answer of the given events and `[DONE]`. */
export function events(...values: readonly Json[]): (response: ServerResponse) => void {
  return (response) => {
    response.setHeader("content-type", "text/event-stream");
    for (const value of values) response.write(`data: ${JSON.stringify(value)}\n\n`);
    response.end("data: [DONE]\n\n");
  };
}

/** An answer with a status, a body and headers. */
export function status(
  code: number,
  body = "",
  headers: Record<string, string> = {},
): (response: ServerResponse) => void {
  return (response) => void response.writeHead(code, headers).end(body);
}

/** A plain answer in text. */
export const hello = events({ choices: [{ index: 0, delta: { content: "Hello" }, finish_reason: "stop" }] });
