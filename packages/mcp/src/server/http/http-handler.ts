import type { McpHttpHandler } from "@modelcontextprotocol/server";
import { makeServer } from "../make-server.ts";
import type { McpChange } from "../mcp-server.port.ts";
import { tellChange } from "../offers/tell-change.ts";
import type { Shared } from "../shared.ts";
import { checkParameterHeaders } from "./check-parameter-headers.ts";
import { refusal } from "./guard.ts";
import { authInfoOf, Sessions } from "./sessions.ts";

/** Bytes of one request. */
export const MAX_BODY = 8 * 1024 * 1024;

/** Answers the requests that were let in: each for itself as 2026-07-28 has it, or within a session as 2025-11-25 has it. */
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
