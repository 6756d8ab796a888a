import { checkMcpServer } from "./check-options.ts";
import { OneServer, type OneServerOptions } from "./one-server.ts";
import type { McpServerConfig } from "./options.ts";

/** What all servers are opened with. */
export type SharedByServers = Omit<OneServerOptions, "name" | "config">;

/** The servers of one `mcpTools`, of which some come and go. */
export class ConnectedServers {
  /** Those of now: the same array for as long as it is looked at. */
  readonly all: OneServer[];
  readonly #shared: SharedByServers;

  constructor(configs: Readonly<Record<string, McpServerConfig>>, shared: SharedByServers) {
    this.#shared = shared;
    this.all = Object.entries(configs).map(([name, config]) => new OneServer({ name, config, ...shared }));
  }

  named(name: string): OneServer | undefined {
    return this.all.find((server) => server.name === name);
  }

  /** Throws a `TypeError` for one that cannot be, and where there is one of this name. */
  async add(name: string, config: McpServerConfig): Promise<OneServer> {
    checkMcpServer(name, config);
    if (this.named(name) !== undefined)
      throw new TypeError(`mcpTools: there is a server ${name} already; remove it first.`);
    const server = new OneServer({ name, config, ...this.#shared });
    this.all.push(server);
    await server.refresh();
    this.#shared.changed();
    return server;
  }

  /** False where there is none of this name. */
  async remove(name: string): Promise<boolean> {
    const server = this.named(name);
    if (server !== undefined) this.all.splice(this.all.indexOf(server), 1);
    this.#shared.changed();
    await server?.close();
    return server !== undefined;
  }

  async refresh(): Promise<void> {
    await Promise.all(this.all.map((server) => server.refresh()));
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((server) => server.close()));
  }
}
