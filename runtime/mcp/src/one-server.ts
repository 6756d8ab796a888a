import { setTimeout as pause } from "node:timers/promises";
import type { Json, JsonObject, Logger, Tool } from "@toolwright/core";
import { cutStart, lateSignal } from "@toolwright/core/internal";
import { makeTool } from "./calls/make-tool.ts";
import { ServerConnection } from "./connection/server-connection.ts";
import type { Definition } from "./definitions/definition.ts";
import { markOf } from "./definitions/mark-of.ts";
import type { PinStore } from "./definitions/pins.ts";
import { readToolList } from "./definitions/read-tool-list.ts";
import type { Offered } from "./definitions/without-collisions.ts";
import { McpFailure } from "./failure.ts";
import type { LoginPrompt } from "./login/login-prompt.ts";
import type { LoginStore } from "./login/login-store.ts";
import type { AcceptedChange, DefinitionChange, McpServerState, SetAside } from "./mcp-tools.port.ts";
import { KeptList } from "./offers/kept-list.ts";
import type { OfferedPrompt } from "./offers/offers.port.ts";
import type { McpServerConfig } from "./options.ts";
import type { ResourceLine } from "./resources/read-resource-list.ts";
import { WatchedAddresses } from "./resources/watched-addresses.ts";
import type { McpSession } from "./session.port.ts";

/** What one server is worked with. */
export interface OneServerOptions {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly pins: PinStore;
  readonly logins: LoginStore;
  readonly prompt: LoginPrompt | undefined;
  readonly logger: Logger;
  readonly connectTimeoutMs: number;
  readonly showsApps: boolean;
  /** Told when what it offers may have changed. */
  changed(): void;
}

/** The shortest time between two readings of a list that says it has changed, in milliseconds. */
const REFRESH_EVERY_MS = 500;
/** How long a call waits for a list that changed in the middle of it, in milliseconds: the next step knows it then. */
const SETTLE_MS = 1_000;

const ONLY_FOR_APPS = "its server keeps it for its own apps, and from models";

const NOTHING = { hasResources: false, hasPrompts: false, completes: false };

/** One server: its list, what of it is offered, and what is not. */
export class OneServer {
  readonly name: string;
  /** As they were read last. */
  readonly resourceList = new KeptList<ResourceLine>();
  readonly promptList = new KeptList<OfferedPrompt>();
  readonly #options: OneServerOptions;
  readonly #connection: ServerConnection;
  readonly #closing = new AbortController();
  #refreshing: Promise<void> | undefined;
  #again: NodeJS.Timeout | undefined;
  #missed = false;
  #definitions: readonly Definition[] = [];
  /** The marks that somebody has seen, of the tools that are offered. */
  readonly #seen = new Map<string, { readonly mark: string; readonly raw: Definition["raw"] | undefined }>();
  #setAside: readonly SetAside[] = [];
  #version: string | undefined;
  #has: Pick<McpSession, "hasResources" | "hasPrompts" | "completes"> = NOTHING;
  readonly #watched = new WatchedAddresses();
  #problem: string | undefined;
  #wantsLogin = false;
  /** By mark: a tool stays the same object as long as its definition does. */
  #tools = new Map<string, Tool>();

  constructor(options: OneServerOptions) {
    this.name = options.name;
    this.#options = options;
    const { config, logins, prompt, connectTimeoutMs, showsApps, logger, name } = options;
    this.#connection = new ServerConnection({
      config,
      logins,
      prompt,
      connectTimeoutMs,
      showsApps,
      events: {
        toolsChanged: () => this.#refreshSoon(),
        resourcesChanged: () => this.resourceList.forget(),
        promptsChanged: () => this.promptList.forget(),
        resourceUpdated: (uri) => this.#watched.changed(uri),
        reopened: (session) => {
          this.resourceList.forget();
          this.promptList.forget();
          if (this.#watched.all.length > 0) void session.watch(this.#watched.all, { added: this.#watched.all });
          this.#refreshSoon();
        },
        logged: (level, text) =>
          logger.debug(`MCP server "${name}" logs`, { level: cutStart(level, 20), text: cutStart(text, 500) }),
      },
    });
  }

  /** What models may call, and what apps may. */
  get offered(): readonly Offered[] {
    return this.#definitions
      .filter((one) => this.#isSeen(one))
      .map((definition) => ({ definition, tool: this.#toolOf(definition) }));
  }

  get setAside(): readonly SetAside[] {
    const changed = this.changes.map(({ tool }) => ({
      server: this.name,
      tool,
      reason: "its definition has changed since it was seen",
    }));
    return [...this.#setAside, ...changed, ...this.#onlyForApps];
  }

  get #onlyForApps(): readonly SetAside[] {
    const kept = this.#definitions.filter(({ isFor }) => !isFor.models);
    return kept.map(({ tool }) => ({ server: this.name, tool, reason: ONLY_FOR_APPS }));
  }

  get changes(): readonly DefinitionChange[] {
    return this.#definitions
      .filter((one) => !this.#isSeen(one))
      .map(({ tool, raw }) => ({ server: this.name, tool, before: this.#seen.get(tool)?.raw, after: raw }));
  }

  get hasResources(): boolean {
    return this.#has.hasResources && this.#problem === undefined;
  }

  get hasPrompts(): boolean {
    return this.#has.hasPrompts && this.#problem === undefined;
  }

  /** Whether it completes what is typed. */
  get completes(): boolean {
    return this.#has.completes;
  }

  /** The number of the last change that it told of a resource; undefined where that is not watched. */
  lastChangeOf(uri: string): number | undefined {
    return this.#watched.lastChangeOf(uri);
  }

  /** From now on it is asked to tell when this resource changes. Resolves when it is, or soon. Never rejects. */
  async watch(uri: string, signal: AbortSignal): Promise<void> {
    const added = this.#watched.add(uri);
    if (added === undefined) return;
    const session = await this.#connection.session(signal).catch(() => undefined);
    const { dropped } = added;
    await session?.watch(this.#watched.all, { added: [uri], ...(dropped !== undefined && { dropped }) });
  }

  /** Whether a person is asked before it is used. */
  get asks(): boolean {
    return this.#options.config.confirm !== "never";
  }

  /** Sends a request that is no call of a tool. Rejects as {@link ServerConnection.request} does. */
  request(method: string, params: JsonObject, signal: AbortSignal): Promise<Json> {
    return this.#connection.request(method, params, { signal });
  }

  get state(): McpServerState {
    const { name } = this;
    const tools = this.#definitions.length;
    if (this.#problem !== undefined)
      return { name, state: "failed", problem: this.#problem, tools, ...(this.#wantsLogin && { wantsLogin: true }) };
    return { name, state: "connected", version: this.#version ?? "", tools };
  }

  /** Reads the list again. Never rejects. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#read().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** Resolves when a reading of the list that is under way has come to its end, or soon. Never rejects. */
  async settled(): Promise<void> {
    if (this.#refreshing === undefined) return;
    await Promise.race([this.#refreshing, pause(SETTLE_MS, undefined, { ref: false })]);
  }

  async accept({ tool, after }: AcceptedChange): Promise<boolean> {
    const definition = this.#definitions.find((one) => one.tool === tool);
    if (definition === undefined || definition.mark !== markOf(after)) return false;
    await this.#pin(definition);
    this.#options.changed();
    return true;
  }

  async close(): Promise<void> {
    clearTimeout(this.#again);
    this.#closing.abort();
    await this.#connection.close();
  }

  #toolOf(definition: Definition): Tool {
    const known = this.#tools.get(definition.mark);
    if (known !== undefined) return known;
    const { config } = this.#options;
    const tool = makeTool({
      definition,
      config,
      connection: this.#connection,
      isCurrent: () => this.#isSeen(definition) && this.#isListed(definition),
      isShownByApps: () => this.#options.showsApps && this.#definitions.some(({ appUri }) => appUri !== undefined),
      settled: () => this.settled(),
    });
    this.#tools.set(definition.mark, tool);
    return tool;
  }

  async #read(): Promise<void> {
    const { config, connectTimeoutMs, logger } = this.#options;
    const late = lateSignal(connectTimeoutMs);
    const signal = AbortSignal.any([this.#closing.signal, late]);
    try {
      const session = await this.#connection.session(signal);
      const { definitions, setAside } = await readToolList(this.name, session, signal);
      const wanted =
        config.only === undefined ? definitions : definitions.filter(({ tool }) => config.only?.includes(tool));
      await this.#learn(wanted);
      this.#setAside = [...setAside, ...this.#missing([...definitions, ...setAside])];
      this.#version = session.version;
      this.#has = session;
      this.#problem = undefined;
      for (const { tool, reason } of this.setAside)
        logger.warn(`A tool of the MCP server "${this.name}" is not offered`, { tool, reason });
      this.#options.changed();
    } catch (error) {
      this.#wantsLogin = error instanceof McpFailure && error.kind === "unauthorised";
      const said = error instanceof Error ? error.message : String(error);
      this.#problem = late.aborted ? `it did not answer within ${connectTimeoutMs} ms` : cutStart(said, 2_000);
      logger.warn(`The MCP server "${this.name}" cannot be used`, { problem: this.#problem });
    }
  }

  /** Names of `only` that the server does not have. */
  #missing(there: readonly { readonly tool: string }[]): readonly SetAside[] {
    const names = new Set(there.map(({ tool }) => tool));
    const missing = (this.#options.config.only ?? []).filter((tool) => !names.has(tool));
    return missing.map((tool) => ({ server: this.name, tool, reason: "the server has no tool of that name" }));
  }

  /** What is new is pinned as it is; what is known has to be as it was. */
  async #learn(definitions: readonly Definition[]): Promise<void> {
    for (const definition of definitions) {
      const known = this.#seen.get(definition.tool)?.mark ?? (await this.#options.pins.get(this.name, definition.tool));
      const { mark } = definition;
      if (known === undefined) await this.#pin(definition);
      else if (!this.#seen.has(definition.tool))
        this.#seen.set(definition.tool, { mark: known, raw: known === mark ? definition.raw : undefined });
    }
    this.#definitions = definitions;
    const marks = new Set(definitions.map(({ mark }) => mark));
    this.#tools = new Map([...this.#tools].filter(([mark]) => marks.has(mark)));
  }

  async #pin(definition: Definition): Promise<void> {
    const { mark } = definition;
    await this.#options.pins.set(this.name, definition.tool, mark);
    this.#seen.set(definition.tool, { mark, raw: definition.raw });
  }

  #isSeen(definition: Definition): boolean {
    return this.#seen.get(definition.tool)?.mark === definition.mark;
  }

  #isListed(definition: Definition): boolean {
    return this.#definitions.some((one) => one.tool === definition.tool && one.mark === definition.mark);
  }

  /** Reads the list at once, and then no sooner than after a while: a storm of changes is a few readings. */
  #refreshSoon(): void {
    if (this.#closing.signal.aborted) return;
    if (this.#again !== undefined || this.#refreshing !== undefined) this.#missed = true;
    else void this.refresh();
    this.#again ??= setTimeout(() => {
      this.#again = undefined;
      const wasMissed = this.#missed;
      this.#missed = false;
      if (wasMissed) this.#refreshSoon();
    }, REFRESH_EVERY_MS).unref();
  }
}
