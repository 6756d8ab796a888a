import { randomUUID } from "node:crypto";
import { realpath } from "node:fs/promises";
import type { AcpFolder, AcpPlace } from "@toolwright/acp";
import type { AgentServer } from "@toolwright/server";
import type { AcpFlags } from "../flags.ts";
import { layFoundation } from "../setup/prepare.ts";
import { openConversations } from "./open-conversations.ts";
import { refuseUnlisted } from "./refuse-unlisted.ts";
import { type ServeAgentOptions, serveAgent } from "./serve-agent.ts";
import { serverLogger } from "./server-logger.ts";

/** What all folders of an editor share. */
export interface EditorFoldersOptions extends Pick<ServeAgentOptions, "models" | "tape"> {
  readonly flags: AcpFlags;
}

/** Milliseconds that calls under way have to end: an editor that has been closed does not wait. */
const CLOSE_MS = 1_500;

interface ServedFolder {
  readonly folder: AcpFolder;
  close(): Promise<void>;
}

/** The folders that an editor works in: each has a server that nobody can reach but this process. */
export class EditorFolders {
  readonly #options: EditorFoldersOptions;
  /** By place: the same folder with other MCP servers has other tools. */
  readonly #served = new Map<string, Promise<ServedFolder>>();

  constructor(options: EditorFoldersOptions) {
    this.#options = options;
  }

  /** Rejects with a `UsageError` where there is no such folder, or its rules do not read. */
  async open(place: AcpPlace): Promise<AcpFolder> {
    const cwd = await realpath(place.cwd).catch(() => place.cwd);
    const key = JSON.stringify([cwd, place.mcpServers]);
    const served = this.#served.get(key) ?? serveFolder({ ...place, cwd }, this.#options);
    this.#served.set(key, served);
    // What was wrong may be mended meanwhile.
    served.catch(() => this.#served.delete(key));
    return (await served).folder;
  }

  /** Brings what runs to rest. */
  async close(): Promise<void> {
    const served = await Promise.allSettled(this.#served.values());
    await Promise.all(served.map((one) => (one.status === "fulfilled" ? one.value.close() : undefined)));
  }
}

async function serveFolder(
  { cwd, mcpServers }: AcpPlace,
  { flags: given, models, tape }: EditorFoldersOptions,
): Promise<ServedFolder> {
  const flags = { ...given, workspace: cwd };
  const { createAgentServer } = await import("@toolwright/server");
  const foundation = await layFoundation(flags, { servers: mcpServers, colours: true });
  refuseUnlisted(foundation);
  const store = await openConversations(foundation.agent.workspace, flags.store);
  const token = randomUUID();
  const logger = serverLogger(flags.verbose === true, foundation.secrets);
  const agent = serveAgent({ foundation, store, models, tape, flags });
  const server: AgentServer = createAgentServer({ agent, store, token, logger, limits: { closeMs: CLOSE_MS } });
  server.resume();
  return {
    folder: { root: cwd, token, fetch: (request) => server.fetch(request) },
    async close() {
      await server.close();
      await store.close();
    },
  };
}
