import { isFields, PREVIEWS } from "@toolwright/view/internal";
import { connectionTexts } from "../words/connection.ts";

/** What came of a request: the answer, or one sentence that says why there is none. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: number; readonly error: string };

export interface ApiOptions {
  /** Where the server is. Default: where the page came from. */
  readonly baseUrl?: string;
  /** Sent in a header of every request. Left out where something in between adds it, such as the proxy of an app. */
  readonly token?: string;
}

/** Requests to a Toolwright server. What it answers is taken to have the form that docs/server.md names. */
export class Api {
  readonly #baseUrl: string;
  #headers: Readonly<Record<string, string>>;

  /** Throws a `TypeError` for an option that does not exist: requests would go to the page's own origin. */
  constructor(options: ApiOptions = {}) {
    const { baseUrl = "", token, ...others } = options;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined)
      throw new TypeError(`Api: there is no option ${JSON.stringify(unknown)}; the options are baseUrl and token.`);
    this.#baseUrl = baseUrl.replace(/\/$/, "");
    this.#headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  }

  /** Goes on with another token: a server that was started again may have made a new one. */
  goOnWith(token: string): void {
    this.#headers = { authorization: `Bearer ${token}` };
  }

  /** `asked`: where it was asked for already. */
  get<T>(path: string, asked?: Promise<Response | undefined>): Promise<Answer<T>> {
    return this.#json(path, {}, asked);
  }

  post<T>(path: string, body: object = {}): Promise<Answer<T>> {
    return this.#json(path, withBody("POST", body));
  }

  put<T>(path: string, body: object): Promise<Answer<T>> {
    return this.#json(path, withBody("PUT", body));
  }

  patch<T>(path: string, body: object): Promise<Answer<T>> {
    return this.#json(path, withBody("PATCH", body));
  }

  delete(path: string): Promise<Answer<undefined>> {
    return this.#json(path, { method: "DELETE" });
  }

  /** A file. */
  async blob(path: string): Promise<Answer<Blob>> {
    const response = await this.#send(path, {});
    if (response === undefined) return { ok: false, status: 0, error: connectionTexts.unreachable };
    if (!response.ok) return refusal(response);
    const value = await response.blob().catch(() => undefined);
    return value === undefined ? { ok: false, status: 0, error: connectionTexts.unreachable } : { ok: true, value };
  }

  /**
   * A response whose body is read as it comes, heard once under its `key`; undefined as a value when nothing more will
   * come (204).
   */
  async stream(
    path: string,
    options: { readonly body?: object; readonly key?: string; readonly signal: AbortSignal },
  ): Promise<Answer<Response | undefined>> {
    const { body, key, signal } = options;
    const headers = { [PREVIEWS]: "1", ...(key === undefined ? {} : { "idempotency-key": key }) };
    const response = await this.#send(path, { signal, headers, ...(body === undefined ? {} : withBody("POST", body)) });
    if (response === undefined) return { ok: false, status: 0, error: connectionTexts.unreachable };
    if (!response.ok) return refusal(response);
    return { ok: true, value: response.status === 204 ? undefined : response };
  }

  async #json<T>(path: string, init: RequestInit, asked = this.#send(path, init)): Promise<Answer<T>> {
    const response = await asked;
    if (response === undefined) return { ok: false, status: 0, error: connectionTexts.unreachable };
    if (!response.ok) return refusal(response);
    try {
      return { ok: true, value: response.status === 204 ? undefined : await response.json() };
    } catch {
      // The connection broke in the middle, or what was asked for before the page was there came as another page.
      return { ok: false, status: 0, error: connectionTexts.unreachable };
    }
  }

  /** Undefined when there was no response. */
  async #send(path: string, init: RequestInit): Promise<Response | undefined> {
    const headers = {
      ...this.#headers,
      ...init.headers,
      ...(init.body === undefined ? {} : { "content-type": "application/json" }),
    };
    const response = await fetch(`${this.#baseUrl}${path}`, { ...init, headers }).catch(() => undefined);
    // A page of something in between, such as one to sign in with: nothing was heard of what was sent.
    return response?.ok === true && isPage(response) ? undefined : response;
  }
}

/** Where a thread is asked for. */
export function threadPath(threadId: string): string {
  return `/api/threads/${encodeURIComponent(threadId)}`;
}

/** A page to be shown: one that is to be saved is a file of ours. */
function isPage({ headers }: Response): boolean {
  const isFile = headers.get("content-disposition")?.startsWith("attachment") === true;
  return !isFile && headers.get("content-type")?.startsWith("text/html") === true;
}

function withBody(method: string, body: object): RequestInit {
  return { method, body: JSON.stringify(body) };
}

async function refusal(response: Response): Promise<Answer<never>> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  if (status === 401) return { ok: false, status, error: connectionTexts.notAllowed };
  const said = isFields(body) && typeof body.error === "string" ? body.error : connectionTexts.answeredWith(status);
  return { ok: false, status, error: said };
}
