import type { ServerResponse } from "node:http";
import type { ModelRequest } from "./model-server.ts";

/** A tool call as a test writes it. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** One answer of the model, which is open until the test ends it. */
export class ModelTurn {
  readonly request: ModelRequest;
  readonly #response: ServerResponse;
  #calls = 0;

  constructor(request: ModelRequest, response: ServerResponse) {
    this.request = request;
    this.#response = response;
  }

  /** What the user said last. */
  get said(): string {
    return JSON.stringify(this.request.messages.findLast(({ role }) => role === "user")?.content ?? "");
  }

  /** What the model reads as the result of a call, or whatever else stands last. */
  get lastMessage(): string {
    return JSON.stringify(this.request.messages.at(-1));
  }

  get isCutOff(): boolean {
    return this.#response.destroyed;
  }

  text(content: string): this {
    return this.#send({ content });
  }

  /** What it thinks before it answers. */
  think(content: string): this {
    return this.#send({ reasoning_content: content });
  }

  /** Begins a call; its arguments follow in pieces. */
  call(id: string, name: string, text = ""): this {
    this.#calls += 1;
    return this.#sendCall({ id, type: "function", function: { name, arguments: text } });
  }

  /** More of the arguments of the call that began last. */
  argumentsText(text: string): this {
    return this.#sendCall({ function: { arguments: text } });
  }

  /** Ends the answer with a text. */
  say(content: string): void {
    this.text(content).end();
  }

  /** Ends the answer with calls. */
  callAll(...calls: readonly ModelCall[]): void {
    for (const call of calls) this.call(call.id, call.name, JSON.stringify(call.arguments));
    this.end();
  }

  /** `tokens`: those of the request that it counted, 0 for a server that counts none. */
  end(tokens = 100): void {
    this.#send({}, this.#calls > 0 ? "tool_calls" : "stop");
    const usage = { prompt_tokens: tokens, completion_tokens: 20, total_tokens: tokens + 20 };
    if (tokens > 0) this.#write({ choices: [], usage });
    this.#response.end("data: [DONE]\n\n");
  }

  /**
   * Answers with a status and no stream, as a server does that has too much to do; it may say after how many seconds to
   * ask again.
   */
  refuse(status: number, message: string, seconds?: number): void {
    const wait = seconds === undefined ? {} : { "retry-after": String(seconds) };
    this.#response.writeHead(status, { "content-type": "application/json", ...wait });
    this.#response.end(JSON.stringify({ error: { message } }));
  }

  /** Ends the answer with an error of the provider. */
  fail(message: string, code = "invalid_request"): void {
    this.#write({ error: { message, type: "invalid_request_error", code } });
    this.#response.end();
  }

  #sendCall(call: object): this {
    return this.#send({ tool_calls: [{ index: this.#calls - 1, ...call }] });
  }

  #send(delta: object, finishReason: string | null = null): this {
    return this.#write({ choices: [{ index: 0, delta, finish_reason: finishReason }] });
  }

  #write(chunk: object): this {
    if (!this.#response.headersSent) this.#response.writeHead(200, { "content-type": "text/event-stream" });
    this.#response.write(`data: ${JSON.stringify({ id: "answer", object: "chat.completion.chunk", ...chunk })}\n\n`);
    return this;
  }
}
