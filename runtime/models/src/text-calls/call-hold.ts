import { CALL_KEYS, CALL_TAGS, TOOL_NAME } from "./find-text-calls.ts";
import { findMarkInLine, judgeNamed } from "./named-call.ts";

/** A beginning that is still undecided after so many UTF-16 units is none. */
const LONGEST_BEGINNING = 200;

export interface CallHoldOptions {
  /** Only a text that is nothing but calls is one, also of tools that nobody offered. */
  readonly isWhole: boolean;
}

/** Holds back the part of a streamed text that may turn out to be a call, from the line on where it begins. */
export class CallHold {
  readonly #offered: readonly string[];
  readonly #isWhole: boolean;
  #held = "";
  /** The held part begins like a call; what comes after it is held too, and waits here. */
  #rest: string[] | undefined;
  /** The last unit that was shown. */
  #last = "";
  /** How much was shown, in UTF-16 units. */
  shown = 0;

  constructor(offered: Iterable<string>, { isWhole }: CallHoldOptions) {
    this.#offered = [...offered];
    this.#isWhole = isWhole;
  }

  /** What may be shown now. */
  add(delta: string): string {
    if (this.#rest !== undefined) {
      this.#rest.push(delta);
      return "";
    }
    this.#held += delta;
    const start = this.#findBeginning();
    const shown = this.#held.slice(0, start);
    this.#held = this.#held.slice(start);
    return this.#show(shown);
  }

  /** What was held, once it is known to be no call, or that nothing more comes. */
  flush(): string {
    const held = this.#held + (this.#rest ?? []).join("");
    this.#held = "";
    this.#rest = undefined;
    return this.#show(held);
  }

  #show(text: string): string {
    this.#last = text.slice(-1) || this.#last;
    this.shown += text.length;
    return text;
  }

  #findBeginning(): number {
    const { length } = this.#held;
    if (this.shown === 0 && this.#held.trim() === "" && length < LONGEST_BEGINNING) return 0;
    if (this.#isWhole) return this.#isWholeCall() ? 0 : length;
    const mark = findMarkInLine(this.#last + this.#held);
    const inLine = mark === undefined ? length : mark.index - this.#last.length;
    for (const { index } of this.#held.matchAll(/^ {0,3}(?=[`<[{\w]|$)/gm)) {
      if (index > inLine) break;
      const beginning = this.#judge(index);
      if (beginning === "call") this.#rest = [];
      if (beginning !== "no") return index;
    }
    if (mark?.isWhole === true) this.#rest = [];
    return inLine;
  }

  #isWholeCall(): boolean {
    if (this.shown > 0) return false;
    const beginning = this.#judge(this.#held.search(/\S/));
    if (beginning === "call") this.#rest = [];
    return beginning !== "no";
  }

  #judge(index: number): "call" | "no" | "open" {
    // Where a line went on that has been shown, the text does not begin a line.
    if (index === 0 && this.shown > 0 && this.#last !== "\n") return "no";
    const beginning = judge(this.#held.slice(index, index + LONGEST_BEGINNING), this.#offered, this.#isWhole);
    return beginning === "open" && this.#held.length - index >= LONGEST_BEGINNING ? "no" : beginning;
  }
}

/** Whether a text begins like a call, does not, or is too short to say. */
function judge(text: string, offered: readonly string[], unknownToo: boolean): "call" | "no" | "open" {
  const fence = /^\s*(?:`{1,3}$|```[\w-]*[ \t]*(?:\n|$|(?=[{[<])))?/.exec(text)?.[0] ?? "";
  const inFence = text.slice(fence.length).trimStart();
  if (inFence === "") return "open";
  const tag = CALL_TAGS.find((known) => inFence.startsWith(known)) ?? "";
  if (tag === "" && CALL_TAGS.some((known) => known.startsWith(inFence))) return "open";
  const named = judgeNamed(inFence, offered);
  if (named !== "no") return named;
  if (tag === "" && inFence.startsWith("<")) return "no";
  return judgeJson(inFence.slice(tag.length).replace(/^[\s[]+/, ""), offered, unknownToo);
}

function judgeJson(json: string, offered: readonly string[], unknownToo: boolean): "call" | "no" | "open" {
  if (json === "" || /^\{\s*$/.test(json)) return "open";
  const [, key, rest] = /^\{\s*"(\w*)(?:"(.*))?$/s.exec(json) ?? [];
  if (key === undefined) return "no";
  if (rest === undefined) return [...CALL_KEYS].some((known) => known.startsWith(key)) ? "open" : "no";
  if (key !== "name") return CALL_KEYS.has(key) ? "call" : "no";
  const named = judgeName(rest, offered);
  return named === "no" && unknownToo ? judgeUnknown(rest) : named;
}

function judgeName(rest: string, offered: readonly string[]): "call" | "no" | "open" {
  const [, name, end] = /^\s*:\s*"([^"]*)("?)/.exec(rest) ?? [];
  if (name === undefined) return /^\s*(:\s*)?$/.test(rest) ? "open" : "no";
  if (end === "") return offered.some((known) => known.startsWith(name)) ? "open" : "no";
  return offered.includes(name) ? "call" : "no";
}

/** Of a tool that nobody offered, only a name with an object of arguments behind it is a call. */
function judgeUnknown(rest: string): "call" | "no" | "open" {
  const [, name = "", isClosed, behind = ""] = /^\s*:\s*"([^"]*)("?)(.*)$/s.exec(rest) ?? [];
  if (!TOOL_NAME.test(name)) return "no";
  if (isClosed === "") return "open";
  const said = behind.replace(/\s+/g, "");
  if (said.startsWith(ARGUMENTS)) return "call";
  return ARGUMENTS.startsWith(said) ? "open" : "no";
}

const ARGUMENTS = ',"arguments":{';
