import type { CodeLines, Highlighter } from "../cards/lines/highlighting.ts";
import { knownLanguage } from "./language-names.ts";

/** Characters of one code; a longer one stays plain. */
const LONGEST = 200_000;
/** Milliseconds after which a grammar is taken to have gone astray: the thread in which it works is ended then. */
const PATIENCE_MS = 4_000;
/** Answers that are kept: a card that is opened again has its colours at once. */
const KEPT = 200;

interface Waiting {
  readonly take: (lines: CodeLines | undefined) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Highlights in a thread of its own, which begins with the first code that is shown. */
export class WorkerHighlighter implements Highlighter {
  readonly #waiting = new Map<number, Waiting>();
  readonly #kept = new Map<string, Promise<CodeLines | undefined>>();
  #worker: Worker | undefined;
  #asked = 0;

  highlight(code: string, language: string): Promise<CodeLines | undefined> {
    const name = knownLanguage(language);
    if (name === undefined || code.length > LONGEST) return Promise.resolve(undefined);
    const key = `${name} ${code}`;
    const known = this.#kept.get(key) ?? this.#ask(code, name);
    this.#kept.delete(key);
    this.#kept.set(key, known);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return known;
  }

  #ask(code: string, language: string): Promise<CodeLines | undefined> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((take) => {
      this.#waiting.set(id, { take, timer: setTimeout(() => this.#giveUp(), PATIENCE_MS) });
      this.#started().postMessage({ id, code, language });
    });
  }

  #started(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL("./highlight-worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#answer(data.id, data.lines));
    worker.addEventListener("error", () => this.#giveUp());
    this.#worker = worker;
    return worker;
  }

  #answer(id: number, lines: CodeLines | undefined): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    waiting?.take(lines);
  }

  #giveUp(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const id of this.#waiting.keys()) this.#answer(id, undefined);
  }
}
