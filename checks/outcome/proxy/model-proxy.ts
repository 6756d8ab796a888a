import { once } from "node:events";
import { createServer, type IncomingMessage, request as requestOver, type ServerResponse } from "node:http";
import { request as requestOverTls } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Assignment } from "../arms/arm.ts";
import { answerInWords } from "./answer-in-words.ts";
import { asObject } from "./as-object.ts";
import { tokensOf } from "./tokens-of.ts";

export interface ProxyOptions extends Pick<Assignment, "baseUrl" | "model" | "maxSteps" | "maxTokens"> {
  /** Requests without tools, such as for a title, are answered by the proxy itself and count for nothing. */
  readonly answersAsides?: boolean;
}

/** What all requests of a task have come to, counted by one hand for every arm. */
export interface Counts {
  /** Requests with tools that the model was asked. */
  readonly steps: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

export interface ModelProxy {
  /** Stands for the URL of the model server. */
  readonly baseUrl: string;
  /** Once the answers that are on their way have ended, or a second has passed. */
  counts(): Promise<Counts>;
  /** All messages of the last request with tools. */
  lastMessages(): readonly unknown[];
  close(): void;
}

/** A server may tell its tokens, or end its answer, after the words with which an arm is content. */
const LAST_PIECES_MS = 1_000;

/**
 * Stands between an arm and the model server, so that all arms have the same model, temperature and limits, and so that
 * their steps and tokens are counted in one way. A request after the last step is answered in words, which ends a run.
 */
export async function openModelProxy(options: ProxyOptions): Promise<ModelProxy> {
  const counts = { steps: 0, tokensIn: 0, tokensOut: 0 };
  let lastMessages: readonly unknown[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    if (request.method !== "POST" || !request.url?.endsWith("/chat/completions"))
      return forward(options.baseUrl, request, body, response);
    const asked = asObject(JSON.parse(body));
    const hasTools = Array.isArray(asked.tools) && asked.tools.length > 0;
    if (hasTools && Array.isArray(asked.messages)) lastMessages = asked.messages;
    if (!hasTools && options.answersAsides) return answerInWords(response, asked, "A task");
    // Words that claim nothing: they are the end of the run, and ends are judged.
    if (hasTools && counts.steps >= options.maxSteps)
      return answerInWords(response, asked, "Stopped at the limit of steps.");
    if (hasTools) counts.steps += 1;
    const pieces: Buffer[] = [];
    const equal = JSON.stringify(equalised(asked, options));
    // What an answer has told before it breaks off was read and written.
    await forward(options.baseUrl, request, equal, response, pieces).finally(() => {
      const { tokensIn, tokensOut } = tokensOf(Buffer.concat(pieces).toString("utf8"));
      counts.tokensIn += tokensIn;
      counts.tokensOut += tokensOut;
    });
  };

  const answering = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const answered = answer(request, response)
      .catch((error: unknown) => {
        // An answer that breaks off has to break off for the arm, too.
        if (response.headersSent) return void response.destroy();
        response.writeHead(502, { "content-type": "text/plain" });
        response.end(`The model server did not answer: ${String(error)}`);
      })
      .finally(() => answering.delete(answered));
    answering.add(answered);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${new URL(options.baseUrl).pathname.replace(/\/$/, "")}`,
    counts: async () => {
      await Promise.race([Promise.all(answering), sleep(LAST_PIECES_MS, undefined, { ref: false })]);
      return { ...counts };
    },
    lastMessages: () => lastMessages,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The request with what is the same for all arms; a stream tells its tokens where it is asked to. */
function equalised({ max_completion_tokens: _, ...asked }: Record<string, unknown>, options: ProxyOptions): object {
  const streams = asked.stream === true && {
    stream_options: { ...asObject(asked.stream_options), include_usage: true },
  };
  return { ...asked, ...streams, model: options.model, temperature: 0, max_tokens: options.maxTokens };
}

/** Passes the answer on piece by piece as it comes, and keeps the pieces. */
async function forward(
  baseUrl: string,
  from: IncomingMessage,
  body: string,
  to: ServerResponse,
  pieces: Buffer[] = [],
): Promise<void> {
  const url = new URL(from.url ?? "/", baseUrl);
  const { host: _, "accept-encoding": __, "content-length": ___, "transfer-encoding": ____, ...headers } = from.headers;
  const send = url.protocol === "https:" ? requestOverTls : requestOver;
  const sent = send(url, { method: from.method ?? "GET", headers });
  // An arm that gives up ends the work of the server, too; the error of that is nobody's.
  sent.on("error", () => {});
  to.once("close", () => sent.destroy());
  sent.end(body);
  const [answer]: IncomingMessage[] = await once(sent, "response");
  if (answer === undefined) throw new Error("no response");
  to.writeHead(answer.statusCode ?? 502, answer.headers);
  to.flushHeaders();
  for await (const piece of answer) {
    pieces.push(piece);
    to.write(piece);
  }
  to.end();
}
