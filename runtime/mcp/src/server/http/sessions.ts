import { randomUUID } from "node:crypto";
import type { Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { makeServer } from "../make-server.ts";
import type { Shared } from "../shared.ts";
import { refusal } from "./guard.ts";
import { RecentEvents } from "./recent-events.ts";

/** A connection of a client of 2025, over many requests. */
interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  readonly owner: string;
}

/** A request of 2025 whose body has been read. */
export interface SessionRequest {
  readonly request: Request;
  readonly body: unknown;
  readonly owner: string;
}

/** How many sessions live at once; the one that was not used for longest is ended first. */
const MAX_SESSIONS = 1_000;

/** The sessions of clients of 2025-11-25: only within one can a server ask its client something. */
export class Sessions {
  readonly #shared: Shared;
  /** The last used is the last. */
  readonly #open = new Map<string, Session>();

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  servers(): readonly Server[] {
    return [...this.#open.values()].map(({ server }) => server);
  }

  /** Answers a request that belongs to a session, or begins one; undefined for any other. */
  async answer({ request, body, owner }: SessionRequest): Promise<Response | undefined> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return isInitialize(body) ? this.#begin({ request, body, owner }) : undefined;
    const session = this.#open.get(id);
    // Somebody else's session does not exist for this one.
    if (session === undefined || session.owner !== owner)
      return refusal(404, "There is no such session: initialize again.");
    this.#open.delete(id);
    this.#open.set(id, session);
    return session.transport.handleRequest(request, given(body, owner));
  }

  async close(): Promise<void> {
    await Promise.all(this.servers().map((server) => server.close()));
    this.#open.clear();
  }

  async #begin({ request, body, owner }: SessionRequest): Promise<Response> {
    const { sdk } = this.#shared;
    const server = makeServer(this.#shared, "legacy");
    const transport: WebStandardStreamableHTTPServerTransport = new sdk.WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: new RecentEvents(),
      onsessioninitialized: (id) => this.#keep(id, { transport, server, owner }),
      onsessionclosed: (id) => void this.#open.delete(id),
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request, given(body, owner));
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  #keep(id: string, session: Session): void {
    const [oldest] = this.#open;
    if (this.#open.size >= MAX_SESSIONS && oldest !== undefined) {
      this.#open.delete(oldest[0]);
      void oldest[1].server.close();
    }
    this.#open.set(id, session);
  }
}

function isInitialize(body: unknown): boolean {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.some((message) => Object(message).method === "initialize");
}

function given(body: unknown, owner: string) {
  return { ...(body !== undefined && { parsedBody: body }), authInfo: authInfoOf(owner) };
}

/** Who asks, in the form in which the SDK hands it on. */
export function authInfoOf(owner: string): { token: string; clientId: string; scopes: string[] } {
  return { token: "", clientId: owner, scopes: [] };
}
