import { RequestError } from "@agentclientprotocol/sdk";
import type { Frame } from "@toolwright/view";
import { readFrames, textIn } from "@toolwright/view/internal";
import type { AcpFolder } from "./acp-host.port.ts";

/** What is sent with a request. */
export interface ApiRequest {
  readonly method?: "POST" | "DELETE" | "PATCH";
  readonly body?: object;
}

/** The routes of a folder's server, called in this process. */
export class ServerApi {
  readonly #folder: AcpFolder;

  constructor(folder: AcpFolder) {
    this.#folder = folder;
  }

  /** What a route answers. Rejects with its refusal, in words for the person at the editor. */
  async get<T>(path: string, request: ApiRequest = {}): Promise<T> {
    const response = await this.#send(path, request);
    const text = await response.text();
    const answer: T = text === "" ? undefined : JSON.parse(text);
    return answer;
  }

  /** The frames of a run; none where there is nothing to follow. */
  async *frames(path: string, request: ApiRequest = {}): AsyncGenerator<Frame> {
    const { body } = await this.#send(path, request);
    if (body !== null) for await (const frames of readFrames(body)) yield* frames;
  }

  async #send(path: string, { method, body }: ApiRequest): Promise<Response> {
    const response = await this.#folder.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: { authorization: `Bearer ${this.#folder.token}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    if (response.ok) return response;
    const refused: unknown = await response.json().catch(() => undefined);
    throw new RequestError(CODES[response.status] ?? -32603, textIn(refused, "error") ?? "Something went wrong here.");
  }
}

/** Codes of JSON-RPC and of the protocol, by the status of a refusal. */
const CODES: Readonly<Record<number, number | undefined>> = { 400: -32602, 404: -32002, 409: -32600, 413: -32602 };
