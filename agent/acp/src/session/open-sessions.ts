import { type AgentContext, type ClientCapabilities, type McpServer, RequestError } from "@agentclientprotocol/sdk";
import type { ServerInfo, ThreadList, ThreadPage, ThreadSummary } from "@toolwright/view";
import { fieldIn } from "@toolwright/view/internal";
import type { AcpFolder, AcpHost, AcpMcpServer } from "../acp-host.port.ts";
import { ServerApi } from "../server-api.ts";
import { Session } from "./session.ts";

/** Where an editor wants a session. */
export interface WantedPlace {
  readonly cwd: string;
  readonly mcpServers?: readonly McpServer[];
}

/** Folders and threads that are listed at once. */
const LISTED = 100;

/** The sessions of one connection. */
export class OpenSessions {
  readonly #host: AcpHost;
  readonly #sessions = new Map<string, Session>();
  /** By their path: those in which a session was opened. */
  readonly #folders = new Map<string, AcpFolder>();
  #capabilities: ClientCapabilities = {};

  constructor(host: AcpHost) {
    this.#host = host;
  }

  /** What the editor said it can show. */
  hear(capabilities: ClientCapabilities | undefined): void {
    this.#capabilities = capabilities ?? {};
  }

  /** Throws a `RequestError` for a session that was not opened here. */
  get(id: string): Session {
    const session = this.#sessions.get(id);
    if (session === undefined) throw new RequestError(-32002, "There is no such session; open it with session/load.");
    return session;
  }

  /** A new session, in a thread of its own. */
  async create(place: WantedPlace, client: AgentContext): Promise<Session> {
    const folder = await this.#open(place);
    const { id } = await new ServerApi(folder).get<ThreadSummary>("/api/threads", { body: {} });
    return this.#add(folder, { id, choice: {} }, client);
  }

  /** A session of an earlier time, with what was chosen in it last. */
  async reopen(id: string, place: WantedPlace, client: AgentContext): Promise<Session> {
    const folder = await this.#open(place);
    const { choice } = await new ServerApi(folder).get<ThreadPage>(`/api/threads/${encodeURIComponent(id)}?limit=1`);
    const { activeTools: _, ...kept } = choice;
    return this.#add(folder, { id, choice: kept }, client);
  }

  /** The newest threads of a folder; without one, of the folders that sessions were opened in. */
  async list(cwd: string | undefined): Promise<readonly (ThreadSummary & { readonly cwd: string })[]> {
    const folders = cwd === undefined ? [...this.#folders.values()] : [await this.#open({ cwd })];
    const lists = folders.map(async (folder) => {
      const { threads } = await new ServerApi(folder).get<ThreadList>(`/api/threads?limit=${LISTED}`);
      return threads.map((thread) => ({ ...thread, cwd: folder.root }));
    });
    return (await Promise.all(lists)).flat().sort((one, other) => other.updatedAt - one.updatedAt);
  }

  /** Deletes the thread; one that was never opened here is looked for in the folders that are. */
  async delete(id: string): Promise<void> {
    await this.close(id);
    for (const folder of this.#folders.values()) {
      const path = `/api/threads/${encodeURIComponent(id)}`;
      await new ServerApi(folder).get(path, { method: "DELETE" }).catch((error: unknown) => {
        if (!(error instanceof RequestError && error.code === -32002)) throw error;
      });
    }
  }

  /** Stops what it does, and forgets it; its thread stays. */
  async close(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.cancel();
  }

  /** The editor has gone: nobody can be asked, and nobody reads. */
  async end(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((id) => this.close(id)));
  }

  async #open({ cwd, mcpServers = [] }: WantedPlace): Promise<AcpFolder> {
    const servers = Object.fromEntries(mcpServers.map((server) => [server.name, settingsOf(server)]));
    const folder = await this.#host.open({ cwd, mcpServers: servers }).catch((error: unknown) => {
      throw new RequestError(-32602, error instanceof Error ? error.message : String(error));
    });
    this.#folders.set(folder.root, folder);
    return folder;
  }

  async #add(
    folder: AcpFolder,
    { id, choice }: Pick<Session, "id" | "choice">,
    client: AgentContext,
  ): Promise<Session> {
    await this.#sessions.get(id)?.cancel();
    const info = await new ServerApi(folder).get<ServerInfo>("/api/info");
    const { _meta: meta, session } = this.#capabilities;
    const shows = {
      showsTerminals: fieldIn(meta, "terminal_output") === true,
      showsNotices: session?.notices != null,
    };
    const opened = new Session({ id, folder, info, client, shows, choice });
    this.#sessions.set(id, opened);
    return opened;
  }
}

/** Throws a `RequestError` for a server that cannot be used. */
function settingsOf(server: McpServer): AcpMcpServer {
  if (!("type" in server)) {
    const { command, args, env } = server;
    return { command, args, env: Object.fromEntries(env.map(({ name, value }) => [name, value])) };
  }
  if (server.type === "http")
    return { url: server.url, headers: Object.fromEntries(server.headers.map(({ name, value }) => [name, value])) };
  throw new RequestError(
    -32602,
    `The MCP server ${server.name} speaks SSE, which ended; give its streamable HTTP address.`,
  );
}
