import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { Json } from "@toolwright/core";
import { isFields, isJsonObject } from "@toolwright/core/internal";
import { headersProblem, parameterHeaders } from "../../calls/parameter-headers.ts";
import { makeServer } from "../make-server.ts";
import type { McpChange } from "../mcp-server.port.ts";
import { tellChange } from "../offers/tell-change.ts";
import type { Shared } from "../shared.ts";
import { refusal } from "./guard.ts";
import { authInfoOf, Sessions } from "./sessions.ts";

/** Bytes of one request. */
export const MAX_BODY = 8 * 1024 * 1024;

/**
 * Answers the requests that were let in: each for itself as 2026-07-28 has it, or within a session as 2025-11-25 has
 * it.
 */
export class HttpHandler {
  readonly #shared: Shared;
  readonly #sessions: Sessions;
  readonly #stateless: McpHttpHandler;

  constructor(shared: Shared) {
    this.#shared = shared;
    this.#sessions = new Sessions(shared);
    this.#stateless = shared.sdk.createMcpHandler(({ era }) => makeServer(shared, era), {
      maxRequestBodySize: MAX_BODY,
    });
  }

  async answer(request: Request, owner: string): Promise<Response> {
    const { sdk } = this.#shared;
    const authInfo = authInfoOf(owner);
    const isJson = sdk.isJsonContentType(request.headers.get("content-type"));
    if (request.method === "POST" && !isJson) return this.#stateless.fetch(request, { authInfo });
    const read = request.method === "POST" ? await readBody(request, sdk) : { body: undefined };
    if ("refused" in read) return read.refused;
    const { body } = read;
    if (await sdk.isLegacyRequest(request, body)) {
      const answer = await this.#sessions.answer({ request, body, owner });
      if (answer !== undefined) return answer;
    }
    const mismatch = checkParameterHeaders(request, body, this.#shared);
    if (mismatch !== undefined) return mismatch;
    return this.#stateless.fetch(request, { authInfo, ...(body !== undefined && { parsedBody: body }) });
  }

  changed(what: McpChange): void {
    const { notify } = this.#stateless;
    if (what === "tools") notify.toolsChanged();
    else if (what === "prompts") notify.promptsChanged();
    else if (what === "resources") notify.resourcesChanged();
    else notify.resourceUpdated(what.resource);
    for (const server of this.#sessions.servers()) tellChange(server, what);
  }

  async close(): Promise<void> {
    await this.#sessions.close();
    await this.#stateless.close();
  }
}

async function readBody(request: Request, sdk: Shared["sdk"]): Promise<{ body: unknown } | { refused: Response }> {
  const read = await sdk.readRequestBody(request, MAX_BODY);
  if (read.tooLarge) return { refused: refusal(413, `A request has at most ${MAX_BODY} bytes.`) };
  try {
    return { body: JSON.parse(read.text) };
  } catch {
    return { refused: refusal(400, "The body is no JSON.", { code: -32_700 }) };
  }
}

/** The code of JSON-RPC for headers that say something else than the body. */
const HEADER_MISMATCH = -32_020;

/**
 * What answers a call of 2026-07-28 whose `Mcp-Param-*` headers are not what stands in its arguments: who routes by
 * them, or refuses, would have judged another call. Undefined where they agree, and for a tool that wants none.
 */
function checkParameterHeaders(request: Request, body: unknown, { registry }: Shared): Response | undefined {
  if (!isFields(body) || body.method !== "tools/call" || !isFields(body.params)) return undefined;
  const { name, arguments: args } = body.params;
  const schema: unknown = typeof name === "string" ? registry.get(name)?.definition.parameters : undefined;
  if (!isJsonObject(schema) || !isJsonObject(args) || headersProblem(schema) !== undefined) return undefined;
  for (const [header, expected] of Object.entries(parameterHeaders(schema, args))) {
    const given = request.headers.get(header);
    if (given !== null && isSame(given, expected)) continue;
    const problem = given === null ? "is missing" : "is not what stands in the arguments";
    return refusal(400, `The header ${header} ${problem}.`, { code: HEADER_MISMATCH, id: idOf(body.id) });
  }
  return undefined;
}

/** Numbers may be written in more than one way, and any text in base64. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [decoded(given), decoded(expected)];
  if (one === other) return true;
  return /^-?\d+(\.0+)?$/.test(one ?? "") && /^-?\d+$/.test(other ?? "") && Number(one) === Number(other);
}

function decoded(text: string): string | undefined {
  const [, base64] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(text) ?? [];
  if (base64 === undefined) return text;
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64") === base64 ? bytes.toString("utf8") : undefined;
}

function idOf(id: unknown): Json {
  return typeof id === "string" || typeof id === "number" ? id : null;
}
