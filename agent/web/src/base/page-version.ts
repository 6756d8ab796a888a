import { Watchable } from "../thread/watchable.ts";

/**
 * `newer`: the server has another page than this one. `broken`: a part of this one does not come, although the server
 * answers.
 */
export type PageState = "current" | "newer" | "broken";

/**
 * How often a part may fail to come from a server that answers. Browsers that keep a failure never ask for it again.
 */
const MOST_FAILURES = 3;

/** Whether this page is the one that the server has: after an upgrade its parts are there no more. */
class PageVersion extends Watchable<PageState> {
  #failures = 0;

  constructor() {
    super("current");
  }

  /** Hears of parts that do not come. */
  watch(): () => void {
    const hear = () => void this.#missed();
    addEventListener("vite:preloadError", hear);
    return () => removeEventListener("vite:preloadError", hear);
  }

  /** Asks the server which page it has; false where it cannot be reached. */
  async look(): Promise<boolean> {
    const script = document.querySelector<HTMLScriptElement>("script[type=module][src]");
    const html = await textAt(location.pathname);
    if (html === undefined || script === null) return false;
    if (!html.includes(new URL(script.src).pathname.split("/").at(-1) ?? "")) this.set("newer");
    return true;
  }

  /** A part has come after all. */
  found(): void {
    this.#failures = 0;
    if (this.state() === "broken") this.set("current");
  }

  async #missed(): Promise<void> {
    if (!(await this.look()) || this.state() === "newer") return;
    this.#failures += 1;
    if (this.#failures >= MOST_FAILURES) this.set("broken");
  }
}

/** One page has one. */
export const thePage = new PageVersion();

/** Undefined where there is no answer, or none that is meant for this page. */
async function textAt(path: string): Promise<string | undefined> {
  const response = await fetch(path, { cache: "no-store" }).catch(() => undefined);
  return response?.ok === true ? response.text().catch(() => undefined) : undefined;
}
