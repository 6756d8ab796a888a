import { type Fields, fieldIn, isFields, numberIn, textIn } from "@toolwright/view/internal";

/** What came of something that an app asked for. */
export type Outcome =
  | { readonly ok: true; readonly result: Fields }
  /** `code`: of JSON-RPC; left out, the one of a refusal. */
  | { readonly ok: false; readonly error: string; readonly code?: number };

/** What an app is shown, and what it may ask for. */
export interface AppHostOptions {
  readonly html: string;
  /** The arguments of the call that it shows, and what came of it. */
  readonly input: Fields;
  readonly result: Fields;
  context(): Fields;
  callTool(name: string, args: Fields): Promise<Outcome>;
  read(uri: string): Promise<Outcome>;
  openLink(url: string): Promise<Outcome>;
  /** `params` of `ui/message`, and of `ui/update-model-context`. */
  say(params: unknown): Outcome;
  tell(params: unknown): Outcome;
  resize(height: number): void;
}

type Send = (message: Fields) => void;

/** Messages at once, and for each second after that; what comes faster is not heard. */
const BURST = 200;
const PER_SECOND = 50;
/** Requests without an answer yet. */
const MAX_OPEN = 16;
/** Characters of a name or an address, and of the arguments of a call. */
const MAX_TEXT = 10_000;
const MAX_ARGUMENTS = 1_000_000;

/** Codes of JSON-RPC 2.0, "Error object"; the first is one that a server may choose. */
const REFUSED = -32_000;
const NO_METHOD = -32_601;
const WRONG = -32_602;

/**
 * The page's side of MCP Apps of 2026-01-26: a server of JSON-RPC for one app. Nothing that the app sends is trusted:
 * it may be of any form, and as much as it likes.
 */
export class AppHost {
  readonly #options: AppHostOptions;
  #send: Send | undefined;
  #stage: "frame" | "page" | "asked" | "ready" | "closed" = "frame";
  #open = 0;
  #left = BURST;
  #filledAt = performance.now();
  #torn: (() => void) | undefined;

  constructor(options: AppHostOptions) {
    this.#options = options;
  }

  /** A message of the frame, and the way to answer. */
  hear(message: unknown, send: Send): void {
    if (!isFields(message) || message.jsonrpc !== "2.0" || this.#stage === "closed") return;
    const { method, id, params } = message;
    if (method === "ui/notifications/sandbox-proxy-ready") this.#load(send);
    else {
      this.#send = send;
      const isRequest = typeof id === "string" || typeof id === "number";
      if (id === TEARDOWN && method === undefined) this.#torn?.();
      else if (typeof method === "string" && isRequest) this.#request(id, method, params);
      else if (typeof method === "string" && this.#mayGoOn()) this.#note(method, params);
    }
  }

  /** Tells the app what has changed around it. */
  tellContext(context: Fields): void {
    if (this.#stage === "ready") this.#tell("ui/notifications/host-context-changed", context);
  }

  /** Tells the app that it ends, and waits a moment for its word that it may. */
  async tearDown(withinMs: number): Promise<void> {
    if (this.#stage === "ready") {
      const torn = new Promise<void>((resolve) => {
        this.#torn = resolve;
        setTimeout(resolve, withinMs);
      });
      this.#send?.({ jsonrpc: "2.0", id: TEARDOWN, method: "ui/resource-teardown", params: { reason: "closed" } });
      await torn;
    }
    this.close();
  }

  close(): void {
    this.#stage = "closed";
  }

  /** Once: a frame that says so again is given nothing. */
  #load(send: Send): void {
    if (this.#stage !== "frame") return;
    this.#stage = "page";
    const method = "ui/notifications/sandbox-resource-ready";
    send({ jsonrpc: "2.0", method, params: { html: this.#options.html } });
  }

  #mayGoOn(): boolean {
    const now = performance.now();
    this.#left = Math.min(BURST, this.#left + ((now - this.#filledAt) / 1_000) * PER_SECOND);
    this.#filledAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  #request(id: string | number, method: string, params: unknown): void {
    if (!this.#mayGoOn()) this.#refuse(id, { code: REFUSED, message: "Too many messages." });
    else if (this.#open >= MAX_OPEN) this.#refuse(id, { code: REFUSED, message: "Too many requests are open." });
    else void this.#answer(id, method, params);
  }

  #note(method: string, params: unknown): void {
    if (method === "ui/notifications/initialized" && this.#stage === "asked") this.#begin();
    if (method !== "ui/notifications/size-changed") return;
    const height = numberIn(params, "height");
    if (height !== undefined && Number.isFinite(height)) this.#options.resize(height);
  }

  #begin(): void {
    const { input, result } = this.#options;
    this.#stage = "ready";
    this.#tell("ui/notifications/tool-input", { arguments: input });
    this.#tell("ui/notifications/tool-result", result);
  }

  #tell(method: string, params: Fields): void {
    this.#send?.({ jsonrpc: "2.0", method, params });
  }

  async #answer(id: string | number, method: string, params: unknown): Promise<void> {
    this.#open += 1;
    const outcome = await this.#outcome(method, params).catch(() => FAILED);
    this.#open -= 1;
    if (this.#stage === "closed") return;
    if (outcome.ok) this.#send?.({ jsonrpc: "2.0", id, result: outcome.result });
    else this.#refuse(id, { code: outcome.code ?? REFUSED, message: outcome.error });
  }

  #refuse(id: string | number, error: Fields): void {
    this.#send?.({ jsonrpc: "2.0", id, error });
  }

  async #outcome(method: string, params: unknown): Promise<Outcome> {
    if (method === "ping") return { ok: true, result: {} };
    if (method === "ui/initialize") return this.#initialize();
    if (this.#stage !== "ready") return { ok: false, error: "ui/initialize comes first." };
    const { callTool, read, openLink, say, tell } = this.#options;
    switch (method) {
      case "tools/call": {
        const [name, args] = [textIn(params, "name"), fieldIn(params, "arguments") ?? {}];
        const isWhole = name !== undefined && name.length <= MAX_TEXT && isFields(args);
        return isWhole && isShort(args) ? callTool(name, args) : wrong("{ name, arguments }");
      }
      case "resources/read": {
        const uri = shortText(params, "uri");
        return uri === undefined ? wrong("{ uri }") : read(uri);
      }
      case "ui/open-link": {
        const url = shortText(params, "url");
        return url === undefined ? wrong("{ url }") : openLink(url);
      }
      case "ui/message":
        return say(params);
      case "ui/update-model-context":
        return tell(params);
      case "ui/request-display-mode":
        return { ok: true, result: { mode: "inline" } };
      default:
        return { ok: false, error: "This method is not there.", code: NO_METHOD };
    }
  }

  #initialize(): Outcome {
    if (this.#stage === "page") this.#stage = "asked";
    const text = { text: {} };
    const hostCapabilities = {
      openLinks: {},
      serverTools: {},
      serverResources: {},
      message: text,
      updateModelContext: { ...text, structuredContent: {} },
    };
    const hostInfo = { name: "toolwright", version: "1.0.0" };
    const hostContext = this.#options.context();
    return { ok: true, result: { protocolVersion: "2026-01-26", hostInfo, hostCapabilities, hostContext } };
  }
}

/** No app is given this id by itself: it is the only request that goes to it. */
const TEARDOWN = "toolwright-teardown";

const FAILED: Outcome = { ok: false, error: "That could not be done." };

function wrong(form: string): Outcome {
  return { ok: false, error: `The parameters must be ${form}.`, code: WRONG };
}

function shortText(params: unknown, name: string): string | undefined {
  const text = textIn(params, name);
  return text !== undefined && text.length <= MAX_TEXT ? text : undefined;
}

/** What has no form as JSON, such as a ring, cannot be sent on. */
function isShort(args: Fields): boolean {
  try {
    return JSON.stringify(args).length <= MAX_ARGUMENTS;
  } catch {
    return false;
  }
}
