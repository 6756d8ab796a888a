import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { temporaryFolder } from "./temporary-folder.ts";

const PLACES = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
const ENTER = "\uE007";
const LISTENING = /WebDriver BiDi listening on (\S+)/;

/** The Firefox of these tests: `FIREFOX_PATH`, or where Linux distributions put it; undefined when there is none. */
export const firefoxPath = [process.env.FIREFOX_PATH, ...PLACES].find((path) => path && existsSync(path));

if (!firefoxPath) console.warn("Tests in Firefox are skipped: there is none. Install it, or set FIREFOX_PATH.");

interface Answer {
  readonly id?: number;
  readonly type: "success" | "error" | "event";
  readonly result?: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly method?: string;
  readonly params?: { readonly level?: string; readonly text?: string };
}

interface Sent {
  readonly resolve: (result: Readonly<Record<string, unknown>>) => void;
  readonly reject: (error: Error) => void;
}

/** One tab of a Firefox with a profile of its own, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). */
export class Firefox {
  /** What the console of the page has named an error. */
  readonly errors: string[] = [];
  readonly #socket: WebSocket;
  readonly #end: () => Promise<void>;
  readonly #sent = new Map<number, Sent>();
  #tab = "";
  #last = 0;

  private constructor(socket: WebSocket, end: () => Promise<void>) {
    this.#socket = socket;
    this.#end = end;
    socket.addEventListener("message", ({ data }) => this.#hear(JSON.parse(String(data))));
  }

  static async start(): Promise<Firefox> {
    const { address, end } = await startProcess();
    const socket = new WebSocket(`${address}/session`);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", () => reject(new Error("Firefox does not answer.")));
    });
    const firefox = new Firefox(socket, end);
    await firefox.#ask("session.new", { capabilities: {} });
    await firefox.#ask("session.subscribe", { events: ["log.entryAdded"] });
    const { contexts } = await firefox.#ask("browsingContext.getTree", {});
    firefox.#tab = String((contexts as readonly { context: string }[])[0]?.context);
    return firefox;
  }

  async open(url: string): Promise<void> {
    await this.#ask("browsingContext.navigate", { context: this.#tab, url, wait: "complete" });
  }

  async reload(): Promise<void> {
    await this.#ask("browsingContext.reload", { context: this.#tab, wait: "complete" });
  }

  /** The text of the page as a person sees it. */
  async text(): Promise<string> {
    const { result } = await this.#ask("script.evaluate", {
      expression: "document.body.innerText",
      target: { context: this.#tab },
      awaitPromise: false,
    });
    return String((result as { value?: unknown }).value);
  }

  /**
   * Clicks on what has this role and name for assistive technology, once it is scrolled into view; fails where nothing
   * has it, or where it is off. `heldMs`: how long the button of the mouse stays down.
   */
  async click(role: string, name: string, heldMs = 0): Promise<void> {
    const locator = { type: "accessibility", value: { role, name } };
    const { nodes } = await this.#ask("browsingContext.locateNodes", { context: this.#tab, locator });
    const [element] = nodes as readonly { sharedId: string }[];
    if (element === undefined) throw new Error(`There is no ${role} ${JSON.stringify(name)}.`);
    if (!(await this.#show(element.sharedId))) throw new Error(`The ${role} ${JSON.stringify(name)} is off.`);
    const origin = { type: "element", element: { sharedId: element.sharedId } };
    const move = { type: "pointerMove", x: 0, y: 0, origin };
    const held = { type: "pause", duration: heldMs };
    const press = [{ type: "pointerDown", button: 0 }, held, { type: "pointerUp", button: 0 }];
    await this.#act({ type: "pointer", id: "mouse", actions: [move, ...press] });
  }

  /** Types into what has the focus, and presses Enter. */
  async enter(text: string): Promise<void> {
    const actions = [...text, ENTER].flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.#act({ type: "key", id: "keyboard", actions });
  }

  async close(): Promise<void> {
    this.#socket.close();
    await this.#end();
  }

  /** Scrolls to an element; false for one that is off, or in a form that is. */
  async #show(sharedId: string): Promise<boolean> {
    const { result } = await this.#ask("script.callFunction", {
      functionDeclaration:
        '(element) => !element.matches(":disabled") && (element.scrollIntoView({ block: "center" }), true)',
      arguments: [{ sharedId }],
      target: { context: this.#tab },
      awaitPromise: false,
    });
    return (result as { value?: unknown }).value === true;
  }

  async #act(source: object): Promise<void> {
    await this.#ask("input.performActions", { context: this.#tab, actions: [source] });
  }

  #ask(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.#last;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => this.#sent.set(id, { resolve, reject }));
  }

  #hear({ id, type, result = {}, message = "", params }: Answer): void {
    if (type === "event" && params?.level === "error") this.errors.push(params.text ?? "");
    if (id === undefined) return;
    const sent = this.#sent.get(id);
    this.#sent.delete(id);
    if (type === "error") sent?.reject(new Error(message));
    else sent?.resolve(result);
  }
}

async function startProcess(): Promise<{ readonly address: string; readonly end: () => Promise<void> }> {
  const profile = temporaryFolder();
  const words = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const child = spawn(firefoxPath ?? "firefox", words, {
    env: { ...process.env, HOME: profile },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const end = async () => {
    child.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true });
  };
  let printed = "";
  for await (const piece of child.stderr.setEncoding("utf8")) {
    printed += piece;
    const [, address] = LISTENING.exec(printed) ?? [];
    if (address !== undefined) {
      child.stderr.resume();
      return { address, end };
    }
  }
  throw new Error(`Firefox ended at once: ${printed}`);
}
