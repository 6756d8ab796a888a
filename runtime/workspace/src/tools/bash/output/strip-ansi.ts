type State = "text" | "escape" | "control" | "string" | "string-escape" | "intermediate";

const ESCAPE = "\x1b";

/** A title or link longer than this has lost its end: what follows is text again. In UTF-16 units. */
const MAX_STRING = 4_096;

/** Characters of the parameters of one look; what says more is dropped. */
const MAX_LOOK = 64;
const LOOK = /^[\d;:]{0,64}$/;

/**
 * Takes terminal control sequences (ECMA-48: CSI, OSC and other strings, short escapes) out of a text that arrives in
 * pieces. With `keepLooks` those that say how the following text looks (SGR) stay: no other escape character is in what
 * comes out.
 */
export class AnsiStripper {
  readonly #keepsLooks: boolean;
  #state: State = "text";
  #stringLength = 0;
  /** The parameters of the control sequence under way. */
  #parameters = "";

  constructor({ keepLooks = false }: { readonly keepLooks?: boolean } = {}) {
    this.#keepsLooks = keepLooks;
  }

  push(chunk: string): string {
    if (this.#state === "text" && !chunk.includes(ESCAPE)) return chunk;
    let kept = "";
    for (let at = 0; at < chunk.length; ) {
      if (this.#state === "text") {
        const text = this.#textFrom(chunk, at);
        kept += text;
        at += text.length + 1;
      } else {
        const char = chunk.charAt(at);
        kept += this.#look(char);
        if (this.#takes(char)) at += 1;
      }
    }
    return kept;
  }

  /** What is shown as it is, up to the next escape. */
  #textFrom(chunk: string, at: number): string {
    const next = chunk.indexOf(ESCAPE, at);
    if (next < 0) return chunk.slice(at);
    this.#state = "escape";
    return chunk.slice(at, next);
  }

  /** The whole sequence, at its last character. */
  #look(char: string): string {
    const parameters = this.#parameters;
    this.#parameters = "";
    if (!this.#keepsLooks || this.#state !== "control") return "";
    if (char === "m") return LOOK.test(parameters) ? `${ESCAPE}[${parameters}m` : "";
    this.#parameters = parameters.slice(0, MAX_LOOK) + char;
    return "";
  }

  /** Whether the character belongs to the sequence; if not, it is looked at again in the new state. */
  #takes(char: string): boolean {
    const previous = this.#state;
    this.#state = this.#next(char);
    if (this.#state === "string") this.#stringLength = previous === "string" ? this.#stringLength + 1 : 0;
    if (this.#stringLength > MAX_STRING) this.#end();
    return !(char < " " && char !== ESCAPE && char !== "\x07") && !(previous === "string-escape" && char !== "\\");
  }

  #end(): void {
    this.#state = "text";
    this.#stringLength = 0;
  }

  #next(char: string): State {
    switch (this.#state) {
      case "escape":
        return afterEscape(char);
      case "control":
        if (char === ESCAPE) return "escape";
        return char >= " " && char <= "?" ? "control" : "text";
      case "intermediate":
        return char >= " " && char <= "/" ? "intermediate" : "text";
      case "string":
        if (char === ESCAPE) return "string-escape";
        return char < " " ? "text" : "string";
      case "string-escape":
        return char === "\\" ? "text" : "escape";
      case "text":
        return "text";
    }
  }
}

function afterEscape(char: string): State {
  if (char === ESCAPE) return "escape";
  if (char === "[") return "control";
  if ("]PX^_".includes(char)) return "string";
  return char >= " " && char <= "/" ? "intermediate" : "text";
}
