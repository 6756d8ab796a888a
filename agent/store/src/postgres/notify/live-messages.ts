/** Live events as they go through NOTIFY, which takes 7,999 bytes at once: long ones in pieces. */

/** Room for what stands before a piece is left. */
const MOST_BYTES = 7_800;
/** An UTF-16 unit takes three bytes at most. */
const UNITS_EACH = 2_600;
/** Of one event as JSON, in characters. What is longer is dropped: it stands in what is stored later. */
const MOST_CHARACTERS = 1024 * 1024;

/** The payloads that carry a text; none for one that is empty or too long. */
export function payloadsOf(self: string, text: string): string[] {
  if (text === "" || text.length > MOST_CHARACTERS) return [];
  if (Buffer.byteLength(text) <= MOST_BYTES) return [`${self} 1/1 ${text}`];
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const isPaired = /[\ud800-\udbff]/.test(text.charAt(from + UNITS_EACH - 1));
    const to = from + UNITS_EACH - Number(isPaired);
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces.map((piece, index) => `${self} ${index + 1}/${pieces.length} ${piece}`);
}

/** Puts together what others say on one channel. What lost a piece is dropped. */
export class LiveReader {
  readonly #self: string;
  readonly #begun = new Map<string, string[]>();

  constructor(self: string) {
    this.#self = self;
  }

  /** A text of somebody else, once it is whole. */
  read(payload: string): string | undefined {
    const [, sender = "", part = "", count = "", piece = ""] = /^(\S+) (\d+)\/(\d+) (.*)$/s.exec(payload) ?? [];
    if (sender === this.#self || sender === "") return undefined;
    if (count === "1") return piece;
    const pieces = part === "1" ? [] : this.#begun.get(sender);
    this.#begun.delete(sender);
    if (pieces === undefined || pieces.length !== Number(part) - 1) return undefined;
    pieces.push(piece);
    if (part === count) return pieces.join("");
    this.#begun.set(sender, pieces);
    return undefined;
  }
}
