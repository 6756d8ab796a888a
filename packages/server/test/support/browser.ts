import { type ChildProcess, spawn } from "node:child_process";
import { accessSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(isThere);

export const hasBrowser = CHROMIUM !== undefined;

function isThere(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}

/** One tab of Debian's Chromium, spoken to over its own protocol. */
export class Tab {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  #count = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const answer = JSON.parse(String(data));
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
  }

  static async connect(address: string): Promise<Tab> {
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", reject);
    });
    return new Tab(socket);
  }

  /** What an expression comes to in the page. */
  async evaluate(expression: string): Promise<unknown> {
    const { result } = await this.#call("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (typeof result !== "object" || result === null) throw new Error(`Not evaluated: ${expression}`);
    const value: unknown = Reflect.get(result, "result");
    return typeof value === "object" && value !== null ? Reflect.get(value, "value") : undefined;
  }

  async open(url: string): Promise<void> {
    await this.#call("Page.navigate", { url });
  }

  close(): void {
    this.#socket.close();
  }

  #call(method: string, params: object): Promise<Record<string, unknown>> {
    this.#count += 1;
    const id = this.#count;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }
}

export interface Browser {
  readonly tab: Tab;
  close(): Promise<void>;
}

export async function startBrowser(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), "toolwright-browser-"));
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"];
  const child = spawn(CHROMIUM ?? "", [...flags, `--user-data-dir=${profile}`, "--window-size=360,800", "about:blank"]);
  const port = await debuggingPort(child);
  const pages: { type: string; webSocketDebuggerUrl: string }[] = await (
    await fetch(`http://127.0.0.1:${port}/json/list`)
  ).json();
  const tab = await Tab.connect(pages.find(({ type }) => type === "page")?.webSocketDebuggerUrl ?? "");
  return {
    tab,
    async close() {
      tab.close();
      child.kill("SIGKILL");
      await new Promise((resolve) => child.once("close", resolve));
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function debuggingPort(child: ChildProcess): Promise<string> {
  let stderr = "";
  return new Promise((resolve, reject) => {
    child.once("close", () => reject(new Error(`The browser ended: ${stderr}`)));
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
      const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(stderr)?.[1];
      if (port !== undefined) resolve(port);
    });
  });
}
