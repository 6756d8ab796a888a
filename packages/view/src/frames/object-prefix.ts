const DEEPEST = 200;
/** A number or a literal may begin so. At most 400 characters are tried: each is looked at again with the next. */
const SCALAR = /^(-?((0|[1-9]\d*)(\.(\d+(e[+-]?\d*)?)?|e[+-]?\d*)?)?|[a-z]+)$/i;
const WHOLE = /\d$|true|false|null/;
const ESCAPE = /^\\(["\\/bfnrt]?|u[\da-fA-F]{0,4})$/;

/** What may come next beside blanks and scalars, by what came. */
const ALLOWED: Readonly<Record<string, string>> = {
  start: "{",
  keys: '"}',
  key: '"',
  colon: ":",
  value: '"{[',
  items: '"{[]',
  after: ",]}",
};

/** Follows a text that arrives in pieces for as long as it can be the beginning of a JSON object, in linear time. */
export class ObjectPrefix {
  #state = "start";
  #isKey = false;
  /** The brackets that are still to come, the next one last. */
  #closers = "";
  /** The number, literal or escape that is arriving. */
  #token = "";

  /** What comes before the first character that no JSON object can have there; nothing after that. */
  push(piece: string): string {
    let at = 0;
    for (const length = piece.length; at < length; at += 1) {
      this.#state = this.#next(piece.charAt(at), this.#state);
      if (this.#state === "") break;
    }
    return piece.slice(0, at);
  }

  /** The state after a character; empty once there is none. */
  #next(char: string, state: string): string {
    const longer = this.#token + char;
    if (state === "string") return this.#inString(char, longer);
    const allowed = ALLOWED[state] ?? "";
    if (allowed.includes("[") && isScalar(longer)) {
      this.#token = longer;
      return "value";
    }
    if (longer !== char) {
      if (!WHOLE.test(this.#token)) return "";
      this.#token = "";
      return this.#next(char, "after");
    }
    if (/[ \t\n\r]/.test(char)) return state;
    return allowed.includes(char) ? this.#mark(char, state) : "";
  }

  #inString(char: string, longer: string): string {
    if (longer === '"') return this.#isKey ? "colon" : "after";
    if (longer.startsWith("\\")) {
      this.#token = /^\\([^u]|u.{4})/.test(longer) ? "" : longer;
      return ESCAPE.test(longer) ? "string" : "";
    }
    return char < " " ? "" : "string";
  }

  #mark(char: string, state: string): string {
    const closers = this.#closers;
    switch (char) {
      case '"':
        this.#isKey = state.startsWith("key");
        return "string";
      case ":":
        return "value";
      case ",":
        return closers.endsWith("}") ? "key" : "value";
      case "{":
      case "[":
        this.#closers += char === "{" ? "}" : "]";
        if (closers.length >= DEEPEST) return "";
        return char === "{" ? "keys" : "items";
      default:
        this.#closers = closers.slice(0, -1);
        if (!closers.endsWith(char)) return "";
        return closers.length > 1 ? "after" : "end";
    }
  }
}

function isScalar(text: string): boolean {
  return text.length < 400 && SCALAR.test(text) && (text < "A" || " true false null".includes(` ${text}`));
}
